import { createSignal, For } from 'solid-js';

const SETTINGS = [
  { id: 'contactless', name: 'Contactless', about: 'Pay by holding the card to a terminal' },
  { id: 'online', name: 'Online payments', about: 'In shops and apps' },
  { id: 'abroad', name: 'Payments abroad', about: 'Outside of your own country' },
];

export function CardSettings() {
  const [allowed, setAllowed] = createSignal<readonly string[]>(['contactless', 'online']);
  const toggle = (id: string) =>
    setAllowed((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]));

  return (
    <section class="panel" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <div class="settings">
        <For each={SETTINGS}>
          {({ id, name, about }) => (
            <label>
              <span>
                {name}
                <small>{about}</small>
              </span>
              <input
                type="checkbox"
                role="switch"
                checked={allowed().includes(id)}
                onChange={() => toggle(id)}
              />
            </label>
          )}
        </For>
      </div>
    </section>
  );
}
