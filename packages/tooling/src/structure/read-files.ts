import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of files by their paths from the root of the repository, with forward slashes. */
export type Files = ReadonlyMap<string, string>;

const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'fixtures', 'test-results']);
const isRead = (path: string): boolean =>
  /\.(?:ts|tsx|mjs|prisma)$/.test(path) && !/\.(?:gen|d)\.ts$/.test(path);

function* listFiles(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield path;
    else if (!skippedFolders.has(entry.name) && !entry.name.startsWith('.')) yield* listFiles(root, path);
  }
}

/** Reads the code of all workspaces and the Prisma schema, without generated files. */
export const readFiles = (root: string): Files =>
  new Map(
    ['apps', 'packages', 'prisma/schema']
      .flatMap((folder) => Array.from(listFiles(root, folder)))
      .filter(isRead)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
