import type { Server, ServerResponse } from 'node:http';

/** Some hundred times the largest batch, and some thousand times the first answers to a page of the app. */
const defaultMaxLength = 32 * 1024 * 1024;

/** The files of the build are in memory once, however many clients wait for them. */
const isKept = (url: string | undefined): boolean => url?.startsWith('/assets/') ?? false;

/**
 * Limits the total size of complete answers that their clients have not read, in bytes, or in UTF-16 units for texts. The
 * buffers of the system do not count, so that most answers never do. Beyond the limit, the server drops the largest answer,
 * and among equals the oldest, so that slow phones keep their small ones.
 */
export function boundUntaken(server: Server, maxLength: number = defaultMaxLength): void {
  const untaken = { lengths: new Map<ServerResponse, number>(), sum: 0 };

  function forget(outgoing: ServerResponse): void {
    untaken.sum -= untaken.lengths.get(outgoing) ?? 0;
    untaken.lengths.delete(outgoing);
  }

  // The listener runs before the request is handled, because the handling may finish at once.
  server.prependListener('request', (incoming, outgoing) => {
    if (isKept(incoming.url)) return;
    // The whole answer is written, and the buffers of the system have taken their part.
    outgoing.on('prefinish', () => {
      const length = outgoing.socket?.writableLength ?? 0;
      if (length === 0) return;
      untaken.lengths.set(outgoing, length);
      untaken.sum += length;
      outgoing.once('close', () => forget(outgoing));
      while (untaken.sum > maxLength) {
        const largest = findLargest(untaken.lengths) ?? outgoing;
        forget(largest);
        largest.destroy();
      }
    });
  });
}

function findLargest(lengths: ReadonlyMap<ServerResponse, number>): ServerResponse | null {
  let [largest, most]: [ServerResponse | null, number] = [null, 0];
  for (const [outgoing, length] of lengths) if (length > most) [largest, most] = [outgoing, length];
  return largest;
}
