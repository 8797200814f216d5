/** The languages of the package. `tools/test/bundled-tests-plugin.ts` bundles each separately. */
export const TAGS: readonly string[] = ['en', ...String(process.env.LOCALE_TAGS).split(' ')];

/** Adds every language to the page. */
export async function addLocales(): Promise<void> {
  for (const tag of TAGS) if (tag !== 'en') await import(`/src/locales/${tag}.ts`);
}
