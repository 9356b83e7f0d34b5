import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listImports, type Import } from './imports.ts';

/** A file of the repository. Its path starts at the root and has forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ResolvedImport[];
}

export interface ResolvedImport extends Import {
  /** The imported file, unless it is of a package from outside the repository. */
  readonly file: string | null;
}

/** The files of the repository as data: the rules read no disk, so tests can make trees up. */
export type Tree = ReadonlyMap<string, SourceFile>;

export interface Problem {
  readonly path: string;
  /** Continues a sentence that starts with the path, and says what to do instead. */
  readonly text: string;
}

export type Rule = (tree: Tree) => Iterable<Problem>;

const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'fixtures', 'test-results']);
const codePattern = /\.(?:ts|tsx|mjs)$/;

export const isCode = (path: string): boolean => codePattern.test(path) && !/\.(?:gen|d)\.ts$/.test(path);

/** Returns whether a file is a test or belongs to tests: it may import what the product may not. */
export const isTestCode = (path: string): boolean =>
  /\.(?:test|spec|shots)\.tsx?$/.test(path) ||
  /\/(?:testing|e2e)\//.test(path) ||
  path.startsWith('packages/testing/');

/** Lists what workspace packages export: by name, with `*` where any path may stand, and the exported file. */
const listExports = (texts: Readonly<Record<string, string>>): ReadonlyArray<readonly [string, string]> =>
  Object.entries(texts).flatMap(([path, text]) => {
    if (!/^(?:apps|packages)\/[^/]+\/package\.json$/.test(path)) return [];
    const { name, exports = {} } = JSON.parse(text) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string>>;
    };
    return Object.entries(exports).map(
      ([subpath, target]) => [posix.join(name, subpath), posix.join(posix.dirname(path), target)] as const,
    );
  });

/** Returns the imported file of the repository, or null for other packages. */
function resolveImport(
  importer: string,
  from: string,
  exported: ReadonlyArray<readonly [string, string]>,
): string | null {
  const [bare = ''] = from.split('?');
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare);
  for (const [name, file] of exported) {
    const [start = '', end] = name.split('*', 2);
    if (end === undefined ? bare === name : bare.startsWith(start) && bare.endsWith(end))
      return file.replace('*', bare.slice(start.length));
  }
  return null;
}

/** Builds a tree from the texts of files by their paths. */
export function createTree(texts: Readonly<Record<string, string>>): Tree {
  const exported = listExports(texts);
  return new Map(
    Object.entries(texts).map(([path, text]) => {
      const imports = isCode(path)
        ? listImports(path, text).map(({ from, typesOnly }) => ({
            from,
            typesOnly,
            file: resolveImport(path, from, exported),
          }))
        : [];
      return [path, { path, text, imports }];
    }),
  );
}

function* listFiles(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield path;
    else if (!skippedFolders.has(entry.name) && !entry.name.startsWith('.')) yield* listFiles(root, path);
  }
}

/** Reads the code and the manifests of all workspaces, the Prisma schema and the table of the web app's features. */
export function readTree(root: string): Tree {
  const files = ['apps', 'packages', 'prisma/schema'].flatMap((folder) =>
    Array.from(listFiles(root, folder)),
  );
  const read = files.filter(
    (path) => isCode(path) || /\.prisma$|\/package\.json$|\/layers\.json$/.test(path),
  );
  return createTree(
    Object.fromEntries(read.map((path) => [path, readFileSync(join(root, ...path.split('/')), 'utf8')])),
  );
}

/** The workspace of a file, such as `packages/api`. */
export const toWorkspace = (path: string): string => path.split('/', 2).join('/');
