import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  readonly waitUntilAllReady: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const checkMs = 100;

/**
 * Passes requests in turns to the servers that are ready, over connections that it keeps, and repeats none. It answers 502
 * if a server does not answer.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const ready = new Set(targets);
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  let turn = 0;

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.all(
        targets.map(async (target) => {
          const isReady = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
            ({ ok }) => ok,
            // A server that is slow to answer, as on a machine that does much else, is not one that is gone.
            (error: unknown) => error instanceof DOMException && ready.has(target),
          );
          if (isReady) ready.add(target);
          else ready.delete(target);
        }),
      );
      await delay(checkMs);
    }
  }

  const server = createServer((incoming, outgoing) => {
    const [...open] = ready;
    const target = open[(turn += 1) % open.length];
    if (target === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { method, headers, url = '/' } = incoming;
    const passed = request(target + url, { method, headers, agent }, (answer) => {
      const { connection: _connection, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, others);
      answer.pipe(outgoing);
    });
    passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watching = watch();
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    waitUntilAllReady: async () => {
      while (ready.size < targets.length) await delay(checkMs);
    },
    close: async () => {
      stopping.abort();
      await watching;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
