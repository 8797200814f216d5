import { useState } from 'react';

const SETTINGS = [
  { id: 'contactless', name: 'Contactless', about: 'Pay by holding the card to a terminal' },
  { id: 'online', name: 'Online payments', about: 'In shops and apps' },
  { id: 'abroad', name: 'Payments abroad', about: 'Outside of your own country' },
];

export function useCardSettings() {
  const [allowed, setAllowed] = useState<readonly string[]>(['contactless', 'online']);
  const toggle = (id: string) =>
    setAllowed(allowed.includes(id) ? allowed.filter((each) => each !== id) : [...allowed, id]);
  return { allowed, toggle };
}

export function CardSettings({ allowed, toggle }: ReturnType<typeof useCardSettings>) {
  return (
    <section className="panel" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <div className="settings">
        {SETTINGS.map(({ id, name, about }) => (
          <label key={id}>
            <span>
              {name}
              <small>{about}</small>
            </span>
            <input
              type="checkbox"
              role="switch"
              checked={allowed.includes(id)}
              onChange={() => toggle(id)}
            />
          </label>
        ))}
      </div>
    </section>
  );
}
