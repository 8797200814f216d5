/**
 * The stories' page: the one that the URL names, or all of them side by side.
 */
import { html, render } from 'lit';
import { live } from 'lit/directives/live.js';
import '../../src/index.js';
import { dress } from '../looks/dress.js';
import '../looks/languages.js';
import { ALLOWED_LOOKS, LOOKS, USUAL_LOOKS, type Looks } from '../looks/looks.js';
import { fetchServiceAddresses } from '../playground/service-addresses.js';
import { readQuery, writeQuery, type Allowed } from '../looks/query.js';
import { STORIES, type Story, type StoryName } from './stories.js';
import { tell } from './telling.js';

interface Choices extends Looks {
  readonly state: StoryName | 'all';
}

const NAMES = Object.keys(STORIES) as StoryName[];

const USUAL: Choices = { state: 'all', ...USUAL_LOOKS };

const ALLOWED: Allowed<Choices> = { state: ['all', ...NAMES], ...ALLOWED_LOOKS };

let choices = readQuery(location.search, ALLOWED, USUAL);

function show(): void {
  const { state, dir, appearance } = choices;
  dress(choices);
  document.documentElement.dir = dir;
  for (const element of document.querySelectorAll('set-card-pin')) element.appearance = appearance;
  document.title = `${state === 'all' ? 'Stories' : STORIES[state].title} · set-card-pin`;
  const header = html`<header>
    <h1>Stories of <code>&lt;set-card-pin&gt;</code></h1>
    <p>
      What a cardholder can meet, brought about as in a real page: by what is typed and by what the
      sandbox answers. These pages open the element’s closed root before it is made, as a page can’t
      press keys; nothing that is shipped does so.
    </p>
    <nav><a href="/">Playground</a> ${state === 'all' ? '' : link('all', 'All stories')}</nav>
    <form>${LOOKS.map(choice)}</form>
  </header>`;
  render(
    html`${self === top ? header : ''}
      <main>${(state === 'all' ? NAMES : [state]).map(section)}</main> `,
    document.body,
  );
}

function section(name: StoryName): unknown {
  const { title, when, alone = false }: Story = STORIES[name];
  const framed = alone && choices.state === 'all';
  return html`<section id=${name}>
    <h2>${link(name, title)}</h2>
    <p>${when}</p>
    ${
      framed
        ? html`<iframe src=${addressOf({ ...choices, state: name })} title=${title}></iframe>`
        : html`<div class="place" lang=${choices.lang}></div>
            <button type="button" class="button" @click=${() => run(name)}>Once more</button>`
    }
  </section>`;
}

function choice({ name, label, options }: (typeof LOOKS)[number]): unknown {
  return html`<label
    >${label}
    <select @change=${(event: Event) => choose(name, (event.target as HTMLSelectElement).value)}>
      ${options.map(
        ({ value, label }) =>
          html`<option value=${value} .selected=${live(value === choices[name])}>${label}</option>`,
      )}
    </select></label
  >`;
}

function link(state: Choices['state'], text: string): unknown {
  return html`<a href=${addressOf({ ...choices, state })}>${text}</a>`;
}

function addressOf(chosen: Choices): string {
  return `${location.pathname}${writeQuery(chosen, USUAL)}`;
}

function choose(name: keyof Looks, value: string): void {
  history.replaceState(null, '', addressOf({ ...choices, [name]: value }));
  choices = readQuery(location.search, ALLOWED, USUAL);
  show();
}

/** `data-shown` says that the element is as the story says. */
async function run(name: StoryName): Promise<void> {
  const place = document.querySelector(`#${name} > .place`);
  if (place === null) return;
  place.removeAttribute('data-shown');
  const { endpoint } = await addresses;
  await tell(STORIES[name], place, endpoint, choices.appearance);
  place.setAttribute('data-shown', '');
}

const addresses = fetchServiceAddresses();
show();
// One by one, as there is one focus; last the story that keeps it.
for (const name of [...NAMES.filter((name) => name !== 'partial'), 'partial'] as const) {
  await run(name);
}
