import type { Plugin } from 'vite';

const entry = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/][\w-]+\.js$/;
const production =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]cjs[\\/][\w-]+\.production\.js$/;

/** Matches `module.exports = require('./cjs/react.production.js')`, but not the line for development. */
const productionFile = /require\(['"](\.\/cjs\/[\w-]+\.production\.js)['"]\)/;
const required = /\b(\w+) = require\(("[\w-]+")\)/g;
const exported = /\bexports\.(\w+)/g;

/**
 * Turns a file that React publishes as CommonJS into a module, of which the bundler can drop unused parts. All files have
 * the same form: the first declaration has the required packages, and `exports.name = …` stands at the top level.
 */
function toModule(code: string): string {
  const imports = [...code.matchAll(required)].map(
    ([, name, source]) => `import * as ${name} from ${source};`,
  );
  const names = new Set([...code.matchAll(exported)].map(([, name]) => name));
  const body = code
    .replace(/^var (?:\s*\w+ = require\("[\w-]+"\)[,;])+/m, '')
    .replaceAll(/^exports\.(\w+) =/gm, 'var $$$1 =')
    .replaceAll(exported, '$$$1');
  const list = [...names].map((name) => `$${name} as ${name}`).join(', ');
  return `${imports.join('\n')}\n${body}\nexport { ${list} };`;
}

/**
 * Gives our chunks React as modules. React is published as CommonJS, which a bundler keeps whole, and which needs a helper
 * from a file of its own.
 */
export const reactModules = (): Plugin => ({
  name: 'react-modules',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: { id: [entry, production] },
    handler(code, id) {
      if (production.test(id)) return { code: toModule(code), map: null };
      const [, file] = productionFile.exec(code) ?? [];
      return file
        ? { code: `export * from '${file}'; export * as default from '${file}';`, map: null }
        : null;
    },
  },
});
