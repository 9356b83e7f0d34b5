import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The scripts that a browser loads to show an address for the first time. */
export interface FirstScreen {
  readonly address: string;
  /** Modules loaded at once besides the entry: the address's route, and each `import()` that its first screen needs. */
  readonly modules: readonly string[];
  /** Modules for the next press, which start in parallel and arrive last. They do not count. */
  readonly next?: readonly string[];
}

/** Limits for the compressed JavaScript of each first screen, with the headers of each response. */
export const maxBytes = 130_000;
const maxRequests = 8;
/** The size of the headers of a response over HTTP/1.1, rounded up. A browser test measures it. */
const headerBytes = 700;

/** File in the build folder that lists the scripts of each first screen, for the test that watches a browser. */
export const firstLoadFile = 'first-load.json';
export type FirstLoad = Readonly<
  Record<string, readonly { readonly file: string; readonly bytes: number; readonly isNext?: true }[]>
>;

/** Returns the entry, the chunks that hold these modules, and all their static imports. */
export function chunksOf(bundle: Bundle, modules: readonly string[]): Rolldown.OutputChunk[] {
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

/** Prints the scripts of each first screen, and fails the build when they exceed a limit. */
export function firstLoadBudget(screens: readonly FirstScreen[]): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      // Runs after the compression plugin.
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const firstLoad: Record<string, FirstLoad[string]> = {};
        const measure = async ({ fileName: file }: Rolldown.OutputChunk, isNext?: true) => {
          const sent = await readFile(join(dir, `${file}.br`));
          return { file, bytes: sent.byteLength + headerBytes, ...(isNext && { isNext }) };
        };
        for (const { address, modules, next = [] } of screens) {
          const first = chunksOf(bundle, modules);
          const scripts = await Promise.all(first.map((chunk) => measure(chunk)));
          const later = chunksOf(bundle, next).filter((chunk) => !first.includes(chunk));
          const ahead = await Promise.all(later.map((chunk) => measure(chunk, true)));
          firstLoad[address] = [...scripts, ...ahead];
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
