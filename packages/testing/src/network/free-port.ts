import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';

/** Below the ephemeral ports, so that no other socket gets the port by chance before it is used. */
const [lowest, beyond] = [20_000, 32_768];

/** Returns a port of this machine without a server, which no other test process has received. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, beyond);
    if (!(await reserve(port))) continue;
    const probe = createServer();
    if (!(await listens(probe, { port, host: '127.0.0.1' }))) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** A program may take seconds until it listens on its port. Linux frees an abstract name when its process ends. */
const reserve = async (port: number): Promise<boolean> =>
  process.platform !== 'linux' || listens(createServer().unref(), { path: `\0relato-port-${port}` });

function listens(server: Server, options: ListenOptions): Promise<boolean> {
  const heard = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(options);
  return heard;
}
