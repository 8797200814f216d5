/** A page that React renders as a whole, as Remix does, or up to the content of `body`. */
import { createElement, useEffect, type ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

/** Calls `onHydrated` once the page is hydrated. */
type Props = Readonly<Record<'endpoint' | 'card-id', string>> & {
  readonly onHydrated?: () => void;
};

function Content({ onHydrated, ...attributes }: Props): ReactElement {
  useEffect(() => onHydrated?.(), [onHydrated]);
  return createElement(
    'main',
    null,
    createElement('h1', null, 'A portal'),
    createElement('set-card-pin', attributes),
  );
}

function Page(props: Props): ReactElement {
  const head = createElement(
    'head',
    null,
    createElement('meta', { charSet: 'utf-8' }),
    createElement('title', null, 'A portal'),
    createElement('link', { rel: 'icon', href: 'data:,' }),
    createElement('script', { src: '/set-card-pin.js' }),
  );
  const app = createElement('div', { id: 'app' }, createElement(Content, props));
  const script = createElement('script', { src: '/app.js' });
  return createElement('html', { lang: 'en' }, head, createElement('body', null, app, script));
}

/** Returns the page as a server sends it. */
export function html(props: Props): string {
  return `<!doctype html>${renderToString(createElement(Page, props))}`;
}

/** Hydrates the document or its `div`, and returns the errors from which React recovered. */
export async function hydrate(root: 'document' | 'div', props: Props): Promise<string[]> {
  const errors: string[] = [];
  const onRecoverableError = (error: unknown): unknown => errors.push(String(error));
  await new Promise<void>((onHydrated) => {
    const all = { ...props, onHydrated };
    if (root === 'document')
      hydrateRoot(document, createElement(Page, all), { onRecoverableError });
    else
      hydrateRoot(document.querySelector('#app')!, createElement(Content, all), {
        onRecoverableError,
      });
  });
  return errors;
}
