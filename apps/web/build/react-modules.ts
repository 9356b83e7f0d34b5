import type { Plugin } from 'vite';

const prefix = '\0module:';
const packages = new Set(['react', 'react/jsx-runtime', 'react-dom']);

/**
 * Gives our chunks React as a module with named exports. It is published as CommonJS, and a chunk that imports that
 * needs a helper from a file of its own, and cannot shorten the names: together 3 kB of the first load.
 */
export const reactModules = (): Plugin => ({
  name: 'react-modules',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer, { kind }) =>
    packages.has(source) && kind === 'import-statement' && !importer?.startsWith(prefix)
      ? `${prefix}${source}`
      : null,
  async load(id) {
    if (!id.startsWith(prefix)) return null;
    const source = id.slice(prefix.length);
    const exported: object = await import(source);
    const names = Object.keys(exported).filter((name) => /^\w+$/.test(name) && name !== 'default');
    return [
      `import original from '${source}';`,
      'export default original;',
      ...names.map((name) => `export const ${name} = original.${name};`),
    ].join('\n');
  },
});
