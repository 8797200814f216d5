/** A page that React renders as a whole, as Remix does. */
import { createElement, useEffect, type ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

/** Calls `onHydrated` once the page is hydrated. */
type Props = Readonly<Record<'endpoint' | 'card-id', string>> & {
  readonly onHydrated?: () => void;
};

function Page({ onHydrated, ...attributes }: Props): ReactElement {
  useEffect(() => onHydrated?.(), [onHydrated]);
  const head = createElement(
    'head',
    null,
    createElement('meta', { charSet: 'utf-8' }),
    createElement('title', null, 'A portal'),
    createElement('link', { rel: 'icon', href: 'data:,' }),
    createElement('script', { src: '/set-card-pin.js' }),
  );
  const main = createElement('main', null, createElement('set-card-pin', attributes));
  const script = createElement('script', { src: '/app.js' });
  return createElement('html', { lang: 'en' }, head, createElement('body', null, main, script));
}

/** Returns the page as a server sends it. */
export function html(props: Props): string {
  return `<!doctype html>${renderToString(createElement(Page, props))}`;
}

/** Hydrates the document, and returns the errors from which React recovered. */
export async function hydrate(props: Props): Promise<string[]> {
  const errors: string[] = [];
  const onRecoverableError = (error: unknown): unknown => errors.push(String(error));
  await new Promise<void>((onHydrated) => {
    hydrateRoot(document, createElement(Page, { ...props, onHydrated }), { onRecoverableError });
  });
  return errors;
}
