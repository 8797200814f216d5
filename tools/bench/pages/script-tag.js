/** Resolves when the page has a script tag of somebody else's host: the loader's part is then done. */
export function scriptTag() {
  const find = () => document.querySelector('script[src^="https://"]');
  return new Promise((resolve) => {
    const look = () => find() !== null && resolve();
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    look();
  });
}
