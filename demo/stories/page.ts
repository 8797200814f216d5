/** The stories' page. It shows the story that the URL names, or all of them side by side. */
import { html, render } from 'lit';
import '../../src/index.js';
import { changesIn, control, readChosen, type Choice } from '../looks/choices.js';
import { applyLooks, directionOf, LOOKS, type Looks } from '../looks/looks.js';
import { fetchServiceAddresses } from '../server-calls/service-addresses.js';
import { isAlone, showStory, STORIES, STORY_NAMES, type StoryName } from './stories.js';

const CHOICES: readonly Choice<keyof Looks | 'state'>[] = [
  {
    name: 'state',
    label: 'State',
    options: Object.fromEntries(['all', ...STORY_NAMES].map((name) => [name, name])),
  },
  ...LOOKS,
];

const chosen = readChosen(CHOICES, new URLSearchParams(location.search));

const named = STORY_NAMES.filter((name) => chosen.state === 'all' || chosen.state === name);

const played = named.filter((name) => !isAlone(name) || chosen.state === name);

const ALONE = html`<p>It would change the other stories: open it by its title.</p>`;

function section(name: StoryName): unknown {
  const query = new URLSearchParams(changesIn(CHOICES, { ...chosen, state: name })).toString();
  return html`<section id=${name}>
    <h2><a href="?${query}">${name.replace('-', ' ')}</a></h2>
    <p>${STORIES[name].when}</p>
    ${played.includes(name) ? html`<div class="place" lang=${chosen.lang}></div>` : ALONE}
  </section>`;
}

applyLooks(chosen);
document.documentElement.dir = directionOf(chosen);
document.title = `${chosen.state} · set-card-pin`;
render(
  html`<header>
      <h1>Stories of <code>&lt;set-card-pin&gt;</code></h1>
      <p>
        Every state that a cardholder can see, reached as in a real page: by typing, and by the
        sandbox’s responses. A page can’t press keys, so these pages open the element’s closed
        shadow root. Nothing in the package does that.
      </p>
      <a href="../../">Playground</a>
      <form @change=${(event: Event) => (event.currentTarget as HTMLFormElement).requestSubmit()}>
        ${CHOICES.map((choice) => control(choice, chosen[choice.name]))}
      </form>
    </header>
    <main>${named.map(section)}</main>`,
  document.body,
);
const { endpoint } = await fetchServiceAddresses();
for (const name of played) {
  const place = document.querySelector(`#${name} > .place`)!;
  await showStory(STORIES[name], place, endpoint, chosen.appearance);
  // The attribute marks an element that has reached its state.
  place.setAttribute('data-shown', '');
}
