import { pino, type DestinationStream } from 'pino';

interface BufferedStream extends DestinationStream {
  readonly flushSync: () => void;
}

/** A line waits for others for at most this long. */
const flushMs = 100;
const bufferBytes = 8 * 1024;
/** From this level of pino on, lines are written at once: a process that ends may lose the others of `flushMs`. */
const errorLevel = 50;

/** Writes lines together, because writing each by itself takes a tenth of the time of a short request. */
export function bufferLines(
  stream: BufferedStream = pino.destination({ dest: 1, sync: true, minLength: bufferBytes }),
): DestinationStream {
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stream.flushSync();
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      stream.write(line);
      const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? errorLevel);
      if (level >= errorLevel) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
  };
}
