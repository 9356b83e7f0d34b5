import { parseSync } from 'oxc-parser';

export interface Import {
  /** As it is written: a relative path or the name of a package. */
  readonly from: string;
  /** True if nothing of it is left at run time. */
  readonly typesOnly: boolean;
}

/** Lists what a module imports or re-exports, whole or lazily, in the order of the text. */
export function listImports(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    start: moduleRequest.start,
    from: moduleRequest.value,
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exports = module.staticExports.flatMap(({ entries }) => {
    const [entry] = entries;
    return entry?.moduleRequest
      ? [
          {
            start: entry.moduleRequest.start,
            from: entry.moduleRequest.value,
            typesOnly: entries.every(({ isType }) => isType),
          },
        ]
      : [];
  });
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, , from] = /^(['"])(.*)\1$/.exec(text.slice(start, end)) ?? [];
    return from === undefined ? [] : [{ start, from, typesOnly: false }];
  });
  return [...imports, ...exports, ...lazy]
    .toSorted((a, b) => a.start - b.start)
    .map(({ from, typesOnly }) => ({ from, typesOnly }));
}
