import { pino, type DestinationStream } from 'pino';

/** A line waits for others for at most this long. */
const flushMs = 100;
const bufferLength = 8 * 1024;
/** From this level of pino on, lines are written at once: a process that ends may lose the others of `flushMs`. */
const errorLevel = 50;

/**
 * Writes lines together, because writing each by itself takes a tenth of the time of a short request. Pino's own buffer is
 * flushed with an fsync, for which all requests would wait.
 */
export function bufferLines(
  stream: DestinationStream = pino.destination({ dest: 1, sync: true }),
): DestinationStream {
  let buffered = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (buffered !== '') stream.write(buffered);
    buffered = '';
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      buffered += line;
      const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? errorLevel);
      if (level >= errorLevel || buffered.length >= bufferLength) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
  };
}
