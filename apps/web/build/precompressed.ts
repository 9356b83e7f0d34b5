import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Files that are served compressed; fonts and pictures are compressed already. */
const texts = /\.(?:js|css|html|svg)$/;

/** Also writes each text file of the build in brotli (`.br`) and in gzip (`.gz`), so that the server need not compress. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const files = await readdir(dir, { recursive: true });
        await Promise.all(files.filter((file) => texts.test(file)).map((file) => compress(join(dir, file))));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const mode = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const [br, gz] = await Promise.all([
    brotli(content, { params: { ...mode, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }),
    deflate(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
