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
  /** `sheet` shows every state in light and dark, without texts. */
  readonly state: StoryName | 'all' | 'sheet';
}

const NAMES = Object.keys(STORIES) as StoryName[];

const DEFAULTS: Choices = { state: 'all', ...DEFAULT_LOOKS };

const ALLOWED: Allowed<Choices> = { state: ['all', 'sheet', ...NAMES], ...ALLOWED_LOOKS };

let choices = readQuery(location.search, ALLOWED, DEFAULTS);

function renderPage(): void {
  const { state, appearance } = choices;
  applyLooks(choices);
  document.documentElement.dir = directionOf(choices);
  for (const element of document.querySelectorAll('set-card-pin')) element.appearance = appearance;
  document.title = `${titleOf(state)} · set-card-pin`;
  const header = html`<header>
    <h1>Stories of <code>&lt;set-card-pin&gt;</code></h1>
    <p>
      Every state that a cardholder can see, reached as in a real page: by typing, and by the
      sandbox’s responses. A page can’t press keys, so these pages open the element’s closed shadow
      root. Nothing in the package does so.
    </p>
    <nav>
      <a href="../../">Playground</a>
      ${(['all', 'sheet'] as const).filter((page) => page !== state).map((page) => link(page, titleOf(page)))}
    </nav>
    <form>${LOOKS.map(choice)}</form>
  </header>`;
  render(
    html`${self === top ? header : ''}
      <main data-state=${state}>${shownStories().map(state === 'sheet' ? row : section)}</main> `,
    document.body,
  );
}

function titleOf(state: Choices['state']): string {
  if (state === 'all') return 'All stories';
  return state === 'sheet' ? 'All states of one theme, in light and dark' : STORIES[state].title;
}

function shownStories(): readonly StoryName[] {
  const { state } = choices;
  return state === 'all' || state === 'sheet' ? NAMES : [state];
}

/** Renders a story of the sheet. */
function row(name: StoryName): unknown {
  const { title, alone = false }: Story = STORIES[name];
  const place = (scheme: 'light' | 'dark') =>
    alone
      ? html`<iframe src=${addressOf({ ...choices, state: name, scheme })} title=${title}></iframe>`
      : html`<div class="place" lang=${choices.lang} data-scheme=${scheme}></div>`;
  return html`<section id=${name}>
    <h2>${link(name, title)}</h2>
    ${place('light')}${place('dark')}
  </section>`;
}

function section(name: StoryName): unknown {
  const { title, when, alone = false }: Story = STORIES[name];
  const place = html`<div class="place" lang=${choices.lang}></div>`;
  // The page around this frame has the texts.
  if (self !== top) return html`<section id=${name}>${place}</section>`;
  const framed = alone && choices.state === 'all';
  return html`<section id=${name}>
    <h2>${link(name, title)}</h2>
    <p>${when}</p>
    ${
      framed
        ? html`<iframe src=${addressOf({ ...choices, state: name })} title=${title}></iframe>`
        : html`${place}
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
  for (const place of document.querySelectorAll(`#${name} > .place`)) {
    place.removeAttribute('data-shown');
    const { endpoint } = await addresses;
    await showStory(STORIES[name], place, endpoint, choices.appearance);
    place.setAttribute('data-shown', '');
  }
}

const addresses = fetchServiceAddresses();
renderPage();
for (const name of shownStories()) await play(name);
