import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The chunks that a page downloads before it can show `routeFile`: the entry, the route, and all they import statically. */
function firstLoadChunks(bundle: Bundle, routeFile: string): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const queue = chunks.filter((chunk) => chunk.isEntry || chunk.facadeModuleId?.includes(routeFile) === true);
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

/** Prints the gzipped JavaScript of the first load of one route and fails the build above `maxBytes`. */
export function firstLoadBudget({ routeFile, maxBytes }: { routeFile: string; maxBytes: number }): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sizes = firstLoadChunks(bundle, routeFile).map((chunk) => ({
          fileName: chunk.fileName,
          bytes: gzipSync(chunk.code).byteLength,
        }));
        const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
        const lines = sizes.map(({ fileName, bytes }) => `  ${fileName}  ${kilobytes(bytes)}`);
        this.info(
          [`first load of /: ${kilobytes(total)} gz of at most ${kilobytes(maxBytes)}`, ...lines].join('\n'),
        );
        if (total > maxBytes) {
          this.error(
            `the first load of / is ${kilobytes(total)} gz: load what its first screen does not show with lazy()`,
          );
        }
      },
    },
  };
}
