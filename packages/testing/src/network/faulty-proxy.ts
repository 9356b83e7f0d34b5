import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * The fault of one connection.
 * - `cut`: both sides are reset after this number of bytes from the client
 * - `lose-answer`: the request arrives, and the client is reset at the first byte of an answer
 * - `swallow`: nothing passes, and nothing is closed
 */
export type ConnectionFault =
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'lose-answer' }
  | { readonly kind: 'swallow' };

export interface FaultyProxy {
  readonly port: number;
  /** Starts to drop all data in both directions, also on new connections. */
  readonly dropData: () => void;
  /** Starts to hold all data in both directions, like a stopped process, until `restore` forwards it. */
  readonly pause: () => void;
  /** Forwards data again. Connections whose data was dropped stay dead, as after a failover. */
  readonly restore: () => void;
  /** Connects new connections to another port, like a balancer. */
  readonly retarget: (port: number) => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy to a port of this machine that can stop forwarding data without closing a connection. `toFault` returns the
 * fault of each new connection, or null.
 */
export async function startFaultyProxy(
  targetPort: number,
  toFault: () => ConnectionFault | null = () => null,
): Promise<FaultyProxy> {
  let isDropping = false;
  let isPaused = false;
  let target = targetPort;
  const pairs = new Set<readonly [Socket, Socket]>();
  const dead = new WeakSet<Socket>();

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const fault = toFault();
    if (isDropping || fault?.kind === 'swallow') pair.forEach((socket) => dead.add(socket));
    const reset = (): void => {
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    let sent = 0;
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => {
        if (dead.has(from)) return;
        if (from === far) {
          if (fault?.kind === 'lose-answer') reset();
          else to.write(bytes);
          return;
        }
        const passed =
          fault?.kind === 'cut' ? bytes.subarray(0, Math.max(0, fault.afterBytes - sent)) : bytes;
        sent += bytes.length;
        to.write(passed, () => {
          if (passed.length < bytes.length) reset();
        });
      });
      from.on('error', () => {});
      from.on('close', () => {
        if (!dead.has(from)) to.destroy();
        if (near.destroyed) far.destroy();
        if (near.destroyed && far.destroyed) pairs.delete(pair);
      });
    }
    if (isPaused) pair.forEach((socket) => socket.pause());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    dropData: () => {
      isDropping = true;
      for (const pair of pairs) pair.forEach((socket) => dead.add(socket));
    },
    pause: () => {
      isPaused = true;
      for (const pair of pairs) pair.forEach((socket) => socket.pause());
    },
    restore: () => {
      isDropping = false;
      isPaused = false;
      for (const pair of pairs) pair.forEach((socket) => socket.resume());
    },
    retarget: (next) => {
      target = next;
    },
    close: async () => {
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
