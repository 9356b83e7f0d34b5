import { pino, type DestinationStream } from 'pino';

/** The longest time for which a line waits for others. */
const flushMs = 100;
const bufferLength = 8 * 1024;
/** Lines from this level of pino on are written at once, because a process that ends may lose lines that wait for `flushMs`. */
const errorLevel = 50;

/** The longest text, in characters, that waits for room on a full disk. */
const waitingLength = 1024 * 1024;

/**
 * Writes to the standard output at once. If that is a file on a full disk, its first lines wait for room and the others are
 * lost, because without a listener the error would end the server.
 */
export function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: waitingLength });
  return output.on('error', () => {});
}

/**
 * Writes several lines together, because one write for each takes a tenth of the time of a short request. Pino's own buffer
 * flushes with an fsync, which would delay all requests.
 */
export function bufferLines(stream = openOutput()): DestinationStream {
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
