import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  readonly port: number;
  /** Swallows from now on what goes either way, also over connections that are made meanwhile. */
  readonly swallow: () => void;
  /** Keeps from now on what goes either way, as a stopped process does, until `restore` hands it on. */
  readonly pause: () => void;
  /** Lets new connections through again. Those that were swallowed stay dead, as after a failover. */
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

/** A way to a port of this machine that can fall silent without ending a connection. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  let isSilent = false;
  let isPaused = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const dead = new WeakSet<Socket>();

  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    if (isSilent) pair.forEach((socket) => dead.add(socket));
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
    swallow: () => {
      isSilent = true;
      for (const pair of pairs) pair.forEach((socket) => dead.add(socket));
    },
    pause: () => {
      isPaused = true;
      for (const pair of pairs) pair.forEach((socket) => socket.pause());
    },
    restore: () => {
      isSilent = false;
      isPaused = false;
      for (const pair of pairs) pair.forEach((socket) => socket.resume());
    },
    close: async () => {
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
