// Checks what the type system cannot: who may import whom, the closed vocabulary of the API's folders and the names
// of files. Each message says what to do instead.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { main, root, say } from './bootstrap.mjs';

/** Which workspace packages the sources of each may import; `types` may be imported as types only. */
const mayImport = {
  'apps/server': { values: ['api', 'auth', 'db', 'storage', 'audio', 'speech', 'mail', 'contract'] },
  'apps/web': { values: ['contract'], types: ['api'] },
  'apps/admin': { values: ['contract'], types: ['api'] },
  'packages/api': { values: ['auth', 'db', 'storage', 'audio', 'speech', 'mail', 'contract'] },
  'packages/auth': { values: ['db', 'contract'] },
  'packages/db': { values: ['contract'] },
  'packages/storage': { values: ['contract'] },
  'packages/audio': { values: ['contract'] },
  'packages/speech': { values: ['contract'] },
  'packages/mail': { values: ['contract'] },
  'packages/contract': { values: [] },
  'packages/testing': { values: ['contract'] },
};
/** What a folder of packages/api/src may hold. */
const featureFiles = /^(router|queries|mutations|policy|jobs)\.ts$|\.test\.ts$/;
/** `[.]` is how a file of the router writes a dot in an address. */
const kebabCase = /^[$_]*[a-z0-9]+(?:(?:[-.]|\[\.\])[a-z0-9$]+)*(?:\.[a-z0-9]+)+$/;
const vagueNames = /^(utils?|helpers?|misc|common|services?)\.tsx?$/;
const skippedFolders = new Set([
  'node_modules',
  'dist',
  'generated',
  '.reports',
  '.turbo',
  'test-results',
  'fixtures',
]);

const problems = [];
const report = (file, text) => problems.push(`${relative(root, file)}: ${text}`);

function* sourceFiles(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) yield* sourceFiles(path);
    } else if (/\.(ts|tsx|mjs)$/.test(entry.name) && !/\.(gen|d)\.ts$/.test(entry.name)) yield path;
  }
}

/** The imports of a file: what, and whether for types only. */
function importsOf(text) {
  const found = [];
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  for (const match of text.matchAll(pattern))
    found.push({ from: match[2] ?? match[3], typesOnly: match[1] !== undefined });
  return found;
}

const usesZod = (contractModule) => {
  const file = join(root, 'packages/contract/src', `${contractModule}.ts`);
  return (
    existsSync(file) &&
    /^import (?!type)[^;]*from '(?:zod|\.\/(?:ids|paging|auth)\.ts)'/m.test(readFileSync(file, 'utf8'))
  );
};

function checkImport(workspace, file, { from, typesOnly }) {
  const isTest =
    /\.test\.tsx?$/.test(file) ||
    file.includes(`${sep}testing${sep}`) ||
    file.includes(`${sep}e2e${sep}`) ||
    file.endsWith('.config.ts');
  if (from.startsWith('.')) {
    const target = resolve(dirname(file), from);
    if (!target.startsWith(join(root, workspace) + sep)) {
      report(
        file,
        `reaches out of its package with '${from}'. Import the package by its name, and declare it in package.json.`,
      );
    }
    return;
  }
  const name = /^@relato\/([^/]+)(?:\/(.+))?$/.exec(from);
  if (!name) return;
  const [, target, subpath] = name;
  const { values, types = [] } = mayImport[workspace];
  if (workspace === `apps/${target}` || workspace === `packages/${target}`) return;
  if (target === 'testing' || subpath?.startsWith('testing/')) {
    if (!isTest) report(file, `imports ${from}, which only tests may.`);
  } else if (types.includes(target)) {
    if (!typesOnly && !isTest)
      report(
        file,
        `imports values of @relato/${target}. Only its types may leave the server: write 'import type'.`,
      );
  } else if (!values.includes(target) && !isTest) {
    report(
      file,
      `may not import @relato/${target}. ${workspace} may import: ${[...values, ...types.map((type) => `${type} (types)`)].join(', ') || 'no workspace package'}.`,
    );
  }
  if (
    workspace === 'apps/web' &&
    target === 'contract' &&
    !typesOnly &&
    !isTest &&
    (!subpath || usesZod(subpath))
  ) {
    report(
      file,
      `imports values of '${from}', which brings zod into the browser. Import types only, or a module of the contract without schemas such as '@relato/contract/limits'.`,
    );
  }
  if (workspace === 'apps/web' && file.includes(`${sep}src${sep}ui${sep}`)) {
    report(
      file,
      'is a primitive of the interface and may import no workspace package. Pass what it needs as a prop.',
    );
  }
}

function checkName(workspace, file) {
  const name = basename(file);
  if (!kebabCase.test(name)) report(file, 'is not in kebab-case.');
  if (vagueNames.test(name)) report(file, 'has a name that says nothing. Name it after what it is for.');
  const [, folder] =
    /^packages\/api\/src\/([^/]+)\/[^/]+$/.exec(relative(root, file).replaceAll(sep, '/')) ?? [];
  if (workspace === 'packages/api' && folder && folder !== 'testing' && !featureFiles.test(name)) {
    report(
      file,
      'is not one of the files of a feature folder: router (input + base procedure + one call), queries (reads, toX), mutations (rules, writes, transactions), policy (pure: who may), jobs (work outside a request) and tests. Put its content into one of them, or, when it belongs to no noun, beside the folders.',
    );
  }
}

await main(() => {
  let count = 0;
  for (const workspace of Object.keys(mayImport)) {
    for (const file of sourceFiles(join(root, workspace))) {
      count += 1;
      checkName(workspace, file);
      for (const found of importsOf(readFileSync(file, 'utf8'))) checkImport(workspace, file, found);
    }
  }
  if (problems.length > 0) {
    process.stderr.write(
      `${problems.join('\n')}\n\n${problems.length} problem(s) of structure; the rules are in docs/architecture.md.\n`,
    );
    return 1;
  }
  say(`structure: ${count} files follow the rules`);
  return 0;
});
