import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Returns a folder with these files of a built web app during the tests of a file. */
export function useWebDir(files: Readonly<Record<string, string | Uint8Array>>): string {
  const webDir = join(tmpdir(), `relato-web-${randomUUID()}`);
  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) {
      const path = join(webDir, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
  });
  afterAll(() => rm(webDir, { recursive: true }));
  return webDir;
}
