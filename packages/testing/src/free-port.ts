import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that no other socket gets the port by chance before it is used. */
const [lowest, beyond] = [20_000, 32_768];

/** Returns a port of this machine on which no server listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, beyond);
    const probe = createServer();
    const heard = once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.listen(port, '127.0.0.1');
    if (!(await heard)) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
