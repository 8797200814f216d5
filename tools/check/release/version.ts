/** Where a version stands. */
export interface Versions {
  readonly version: string;
  /** package-lock.json. */
  readonly locked: { readonly version?: string };
  readonly changelog: string;
  /** Of the release, where it is one. */
  readonly tag?: string | undefined;
}

/** Where they disagree. */
export function versionFaults({ version, locked, changelog, tag }: Versions): string[] {
  const faults: string[] = [];
  if (locked.version !== version)
    faults.push(`package.json says ${version}, package-lock.json ${locked.version}: npm install`);
  if (tag === undefined) return faults;
  if (tag !== `v${version}`)
    faults.push(
      `The tag ${tag} is not that of package.json’s version, which would be v${version}.`,
    );
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  if (heading === undefined) faults.push(`CHANGELOG.md has no section "## [${version}] - date".`);
  else if (!/ - \d{4}-\d\d-\d\d$/.test(heading))
    faults.push(`CHANGELOG.md: "${heading}" has no date.`);
  return faults;
}
