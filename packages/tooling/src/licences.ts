/** The packages of each licence in the form of pnpm's output. */
export type PackagesOfLicences = Readonly<Record<string, readonly { readonly name: string }[]>>;

/** Returns a line for each package whose licence is not in the list. */
export const listUnknown = (found: PackagesOfLicences, known: readonly string[]): string[] =>
  Object.entries(found)
    .filter(([licence]) => !known.includes(licence))
    .flatMap(([licence, packages]) => packages.map(({ name }) => `${name}: ${licence} is not in the list.`));
