import { createServer, type Server } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly timeouts?: Timeouts;
}

interface Timeouts {
  /** For the headers of a request: who sends them byte by byte holds a connection for no longer. */
  readonly headersMs: number;
  /** For a request as a whole: a recording of 16 MB at half a megabit a second. */
  readonly requestMs: number;
  /** How often it is looked who is too slow. */
  readonly checkMs: number;
}

const patience: Timeouts = { headersMs: 15_000, requestMs: 300_000, checkMs: 5_000 };
/** Longer than a proxy in front keeps its connections: it must not send a call into one that ends just then. */
const keepAliveMs = 75_000;
/** Ten calls in the address of a batch, with their inputs, and the cookies. */
const maxHeaderBytes = 16 * 1024;

/** Answers HTTP with `fetch`, to who keeps to the bounds. Resolves when it listens. */
export function listen(fetch: Fetch, { port, host, timeouts = patience }: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch,
      createServer,
      serverOptions: {
        maxHeaderSize: maxHeaderBytes,
        headersTimeout: timeouts.headersMs,
        requestTimeout: timeouts.requestMs,
        connectionsCheckingInterval: timeouts.checkMs,
        keepAliveTimeout: keepAliveMs,
      },
    }) as Server; // made by the `createServer` of node:http that it is given
    // Node throws away uncounted what still comes of a body that nobody read. Once it flows before the answer is
    // finished, the adaptor counts it, and ends the connection after 64 MB or half a second.
    server.on('request', (incoming, outgoing) => outgoing.once('prefinish', () => incoming.resume()));
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** Ends idle connections at once and the others when they have their answer, or after `drainMs`. */
export function close(server: Server, drainMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Rejects, as listening would, when the port is taken or the address is none of this machine. */
export function tryPort({ port, host }: Pick<ListenOptions, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
