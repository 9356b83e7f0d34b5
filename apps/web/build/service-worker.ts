import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { chunksOf } from './first-load-budget.ts';

/** The files of a build that are stored for offline use: about 280 kB compressed, without those of workers. */
const stored = /^assets\/(?!wasm-worker-)[^/]+\.(?:js|css|woff2)$/;

const toAddresses = (names: readonly string[]) =>
  names
    .filter((file) => stored.test(file))
    .toSorted()
    .map((file) => `/${file}`);

/**
 * Writes `sw.js`, the service worker, with the names of the build's files, and of those that hold the modules `toRecord`. A
 * new build has another list, by which a browser detects the update.
 */
export function serviceWorker(entry: string, toRecord: readonly string[]): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      // Runs before the compression plugin.
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const files = toAddresses(Object.keys(bundle));
        const styles = Object.keys(bundle).filter((file) => !file.endsWith('.js'));
        const scripts = chunksOf(bundle, toRecord).map(({ fileName }) => fileName);
        const filesToRecord = toAddresses([...styles, ...scripts]);
        const page = await readFile(join(dir, 'index.html'), 'utf8');
        const name = createHash('sha256')
          .update(JSON.stringify([files, page]))
          .digest('hex')
          .slice(0, 12);
        await writeFile(join(dir, 'sw.js'), await compile(entry, { files, filesToRecord, buildName: name }));
      },
    },
  };
}

/** Compiles one classic script, because Firefox supports no module as a service worker. */
async function compile(entry: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])),
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const script = outputs.find((output): output is Rolldown.OutputChunk => output.type === 'chunk');
  if (!script) throw new Error('the service worker was not built');
  return script.code;
}
