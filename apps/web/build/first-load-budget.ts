import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** What a browser loads to show an address for the first time. */
export interface FirstScreen {
  readonly address: string;
  /** What is loaded at once besides the entry: the address's route, and each `import()` that its first screen needs. */
  readonly modules: readonly string[];
  /** Of JavaScript, as it is sent in brotli. */
  readonly maxBytes: number;
  readonly maxRequests: number;
}

/** In the folder of the build: the scripts of each address's first screen, for the test that watches a browser. */
export const firstLoadFile = 'first-load.json';
export type FirstLoad = Readonly<
  Record<string, readonly { readonly file: string; readonly bytes: number }[]>
>;

/** The entry, the chunks that hold these modules, and all that they import statically. */
function chunksOf(bundle: Bundle, modules: readonly string[]): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const holders = modules.map((module) => {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!holder) throw new Error(`no chunk holds ${module}`);
    return holder;
  });
  const queue = [...new Set([...chunks.filter(({ isEntry }) => isEntry), ...holders])];
  const seen = new Set(queue);
  for (const chunk of queue) {
    for (const fileName of chunk.imports) {
      const imported = bundle[fileName];
      if (imported?.type === 'chunk' && !seen.has(imported)) {
        seen.add(imported);
        queue.push(imported);
      }
    }
  }
  return queue;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints the scripts of each first screen as they are sent, and fails the build when they are too many or too much. */
export function firstLoadBudget(screens: readonly FirstScreen[]): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      // After the plugin that compresses.
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const firstLoad: Record<string, FirstLoad[string]> = {};
        for (const { address, modules, maxBytes, maxRequests } of screens) {
          const scripts = await Promise.all(
            chunksOf(bundle, modules).map(async ({ fileName: file }) => {
              const sent = await readFile(join(dir, `${file}.br`));
              return { file, bytes: sent.byteLength };
            }),
          );
          firstLoad[address] = scripts;
          const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
          const summary = `first load of ${address}: ${kilobytes(total)} of JavaScript in ${scripts.length} files`;
          this.info(
            [summary, ...scripts.map(({ file, bytes }) => `  ${file}  ${kilobytes(bytes)}`)].join('\n'),
          );
          if (total > maxBytes || scripts.length > maxRequests) {
            this.error(
              `${summary}; at most ${kilobytes(maxBytes)} in ${maxRequests} are allowed: load later what the first screen does not show`,
            );
          }
        }
        await writeFile(join(dir, firstLoadFile), JSON.stringify(firstLoad, null, 2));
      },
    },
  };
}
