import {
  isCode,
  isTestCode,
  toWorkspace,
  type Problem,
  type SourceFile,
  type ResolvedImport,
  type Tree,
} from './tree.ts';

interface Allowance {
  readonly values: readonly string[];
  /** May be imported as types only. */
  readonly types?: readonly string[];
}

/** Which workspace packages the sources of each workspace may import. */
const allowances: Readonly<Record<string, Allowance>> = {
  'apps/server': { values: ['api', 'auth', 'db', 'storage', 'audio', 'speech', 'mail', 'contract'] },
  'apps/web': { values: ['contract'], types: ['api'] },
  'apps/admin': { values: ['contract'], types: ['api'] },
  // Never part of the product, so it may use its stand-ins, as tests do.
  'apps/bench': { values: ['db', 'contract', 'testing'] },
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

/** Returns whether a module of the contract imports Zod, directly or through another module. */
function usesZod(tree: Tree, path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  return (tree.get(path)?.imports ?? []).some(
    ({ from, file, typesOnly }) =>
      !typesOnly && (from === 'zod' || (file !== null && usesZod(tree, file, seen))),
  );
}

const listAllowed = ({ values, types = [] }: Allowance): string =>
  [...values, ...types.map((name) => `${name} (types)`)].join(', ') || 'no workspace package';

function* checkPackage(
  tree: Tree,
  { path }: SourceFile,
  { from, typesOnly }: ResolvedImport,
): Generator<Problem> {
  const [, target, subpath] = /^@relato\/([^/]+)(?:\/(.+))?$/.exec(from) ?? [];
  const workspace = toWorkspace(path);
  const allowance = allowances[workspace];
  if (!target || !allowance || workspace.endsWith(`/${target}`)) return;
  const isTest = isTestCode(path) || path.endsWith('.config.ts');
  const { values, types = [] } = allowance;
  if (target === 'testing' || subpath?.startsWith('testing/')) {
    if (!isTest && !values.includes('testing'))
      yield { path, text: `imports ${from}, which only tests may.` };
  } else if (types.includes(target)) {
    if (!typesOnly && !isTest)
      yield {
        path,
        text: `imports values of @relato/${target}. Only its types may leave the server: write 'import type'.`,
      };
  } else if (!values.includes(target) && !isTest)
    yield {
      path,
      text: `may not import @relato/${target}. ${workspace} may import: ${listAllowed(allowance)}.`,
    };
  if (workspace !== 'apps/web') return;
  const bringsZod = !subpath || usesZod(tree, `packages/contract/src/${subpath}.ts`);
  if (target === 'contract' && !typesOnly && !isTest && bringsZod)
    yield {
      path,
      text: `imports values of '${from}', which brings zod into the browser. Import types only, or a module of the contract without schemas such as '@relato/contract/limits'.`,
    };
  if (path.includes('/src/ui/'))
    yield {
      path,
      text: 'is a primitive of the interface and may import no workspace package. Pass what it needs as a prop.',
    };
}

/** Workspaces import each other in one direction, by name, and only tests import helpers of tests. */
export function* checkWorkspaces(tree: Tree): Generator<Problem> {
  for (const file of tree.values()) {
    const workspace = toWorkspace(file.path);
    if (!isCode(file.path) || !(workspace in allowances)) continue;
    for (const found of file.imports) {
      if (found.from.startsWith('.') && !found.file?.startsWith(`${workspace}/`))
        yield {
          path: file.path,
          text: `reaches out of its package with '${found.from}'. Import the package by its name, and declare it in package.json.`,
        };
      yield* checkPackage(tree, file, found);
    }
  }
}
