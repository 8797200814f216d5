/**
 * The page of the stories. It shows the story that the URL names, or all of them side by side.
 */
import { html, render } from 'lit';
import '../../src/index.js';
import { applyLooks } from '../looks/apply-looks.js';
import { ALLOWED_LOOKS, DEFAULT_LOOKS, directionOf, LOOKS, type Looks } from '../looks/looks.js';
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

const choices = readQuery(location.search, ALLOWED, DEFAULTS);

/** Stories that this page plays. One that affects all elements of a page is only linked. */
const played = NAMES.filter((name) => {
  const { alone = false }: Story = STORIES[name];
  return choices.state === name || (choices.state === 'all' && !alone);
});

function renderPage(): void {
  const { state } = choices;
  const title = state === 'all' ? 'All stories' : STORIES[state].title;
  applyLooks(choices);
  document.documentElement.dir = directionOf(choices);
  document.title = `${title} · set-card-pin`;
  render(
    html`<header>
        <h1>Stories of <code>&lt;set-card-pin&gt;</code></h1>
        <p>
          Every state that a cardholder can see, reached as in a real page: by typing, and by the
          sandbox’s responses. A page can’t press keys, so these pages open the element’s closed
          shadow root. Nothing in the package does so.
        </p>
        <nav>
          <a href="../../">Playground</a>
          ${state === 'all' ? '' : link('all', 'All stories')}
        </nav>
        <form @change=${(event: Event) => (event.currentTarget as HTMLFormElement).requestSubmit()}>
          <input type="hidden" name="state" value=${state} />
          ${LOOKS.map(choice)}
        </form>
      </header>
      <main>${(state === 'all' ? NAMES : [state]).map(section)}</main>`,
    document.body,
  );
}

function section(name: StoryName): unknown {
  const { title, when } = STORIES[name];
  return html`<section id=${name}>
    <h2>${link(name, title)}</h2>
    <p>${when}</p>
    ${played.includes(name) ? html`<div class="place" lang=${choices.lang}></div>` : ''}
  </section>`;
}

function choice({ name, label, options }: (typeof LOOKS)[number]): unknown {
  return html`<label
    >${label}
    <select name=${name}>
      ${options.map(
        ({ value, label }) =>
          html`<option value=${value} ?selected=${value === choices[name]}>${label}</option>`,
      )}
    </select></label
  >`;
}

function link(state: Choices['state'], text: string): unknown {
  const address = `${location.pathname}${writeQuery({ ...choices, state }, DEFAULTS)}`;
  return html`<a href=${address}>${text}</a>`;
}

renderPage();
const { endpoint } = await fetchServiceAddresses();
for (const name of played) {
  const place = document.querySelector(`#${name} > .place`)!;
  await showStory(STORIES[name], place, endpoint, choices.appearance);
  // The attribute marks an element that has reached its state.
  place.setAttribute('data-shown', '');
}
