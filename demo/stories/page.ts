/**
 * The page of the stories. It shows the story that the URL names, or all of them side by side.
 */
import { html, render } from 'lit';
import { live } from 'lit/directives/live.js';
import '../../src/index.js';
import { applyLooks } from '../looks/apply-looks.js';
import { ALLOWED_LOOKS, LOOKS, DEFAULT_LOOKS, directionOf, type Looks } from '../looks/looks.js';
import { readQuery, writeQuery, type Allowed } from '../looks/query.js';
import { fetchServiceAddresses } from '../server-calls/service-addresses.js';
import { showStory } from './show-story.js';
import { STORIES, type Story, type StoryName } from './stories.js';

interface Choices extends Looks {
  readonly state: StoryName | 'all';
}

const NAMES = Object.keys(STORIES) as StoryName[];

const DEFAULTS: Choices = { state: 'all', ...DEFAULT_LOOKS };

const ALLOWED: Allowed<Choices> = { state: ['all', ...NAMES], ...ALLOWED_LOOKS };

let choices = readQuery(location.search, ALLOWED, DEFAULTS);

function renderPage(): void {
  const { state, appearance } = choices;
  applyLooks(choices);
  document.documentElement.dir = directionOf(choices);
  for (const element of document.querySelectorAll('set-card-pin')) element.appearance = appearance;
  document.title = `${state === 'all' ? 'Stories' : STORIES[state].title} · set-card-pin`;
  const header = html`<header>
    <h1>Stories of <code>&lt;set-card-pin&gt;</code></h1>
    <p>
      Every state that a cardholder can see, reached as in a real page: by typing, and by the
      sandbox’s responses. A page can’t press keys, so these pages open the element’s closed shadow
      root. Nothing in the package does so.
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
            <button type="button" class="button" @click=${() => play(name)}>Play again</button>`
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
  return `${location.pathname}${writeQuery(chosen, DEFAULTS)}`;
}

function choose(name: keyof Looks, value: string): void {
  history.replaceState(null, '', addressOf({ ...choices, [name]: value }));
  choices = readQuery(location.search, ALLOWED, DEFAULTS);
  renderPage();
}

/** Plays a story. The attribute `data-shown` marks an element that has reached its state. */
async function play(name: StoryName): Promise<void> {
  const place = document.querySelector(`#${name} > .place`);
  if (place === null) return;
  place.removeAttribute('data-shown');
  const { endpoint } = await addresses;
  await showStory(STORIES[name], place, endpoint, choices.appearance);
  place.setAttribute('data-shown', '');
}

const addresses = fetchServiceAddresses();
renderPage();
// Play one at a time, because a page has only one focus. The story that keeps the focus comes last.
for (const name of [...NAMES.filter((name) => name !== 'partial'), 'partial'] as const) {
  await play(name);
}
