import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface FaultyProxy {
  readonly port: number;
  /** Drops all data in both directions from now on, also of new connections. */
  readonly dropData: () => void;
  /** Holds all data in both directions from now on, like a stopped process, until `restore` passes it on. */
  readonly pause: () => void;
  /** Lets data through again. Connections whose data was dropped stay dead, as after a failover. */
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy to a port of this machine that can stop transferring data without closing a connection. */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  let isDropping = false;
  let isPaused = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const dead = new WeakSet<Socket>();

  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    if (isDropping) pair.forEach((socket) => dead.add(socket));
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => {
        if (!dead.has(from)) to.write(bytes);
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
    close: async () => {
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
