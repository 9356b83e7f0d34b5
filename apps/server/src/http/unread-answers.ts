import type { Server, ServerResponse } from 'node:http';

/** Some hundred times the largest batch, and some thousand times what a page of the app asks for at first. */
const defaultMaxLength = 32 * 1024 * 1024;

/** The files of the build are in memory once, however many clients wait for them. */
const isKept = (url: string | undefined): boolean => url?.startsWith('/assets/') ?? false;

/**
 * Bounds the answers of a server that are made and that their clients have not taken, in bytes, or in UTF-16 units of answers that
 * were written as texts. What the system takes over for a connection does not count, so that those of most clients never do.
 * Past the bound the largest is given up, and among equals the oldest: slow phones keep their small ones.
 */
export function boundUntaken(server: Server, maxLength: number = defaultMaxLength): void {
  const untaken = { lengths: new Map<ServerResponse, number>(), sum: 0 };

  function forget(outgoing: ServerResponse): void {
    untaken.sum -= untaken.lengths.get(outgoing) ?? 0;
    untaken.lengths.delete(outgoing);
  }

  // Before the request is handled, which may take no time at all.
  server.prependListener('request', (incoming, outgoing) => {
    if (isKept(incoming.url)) return;
    // All of it is written, and what the system had room for is gone.
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
