/** Resolves when the vendor's script tag is in the page. The loader's work is then done. */
export function scriptTag() {
  const find = () => document.querySelector('script[src^="https://"]');
  return new Promise((resolve) => {
    const look = () => find() !== null && resolve();
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    look();
  });
}
