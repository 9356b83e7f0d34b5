import { createServer, type Server } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { SocketAnswerer } from './answer-at-socket.ts';
import { handleInOrder } from './requests-in-order.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

interface Handlers {
  readonly fetch: Fetch;
  /** Is asked first. */
  readonly answerAtSocket: SocketAnswerer;
}

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly timeouts?: Timeouts;
  /** From its abort on, each connection is closed after its answer. */
  readonly stopping?: AbortSignal;
}

interface Timeouts {
  /** For the headers of a request, so that a slow sender cannot hold a connection for longer. */
  readonly headersMs: number;
  /** For a whole request: 16 MB, the largest recording, take 270 s at half a megabit per second. */
  readonly requestMs: number;
  /** The interval at which slow connections are looked for. */
  readonly checkMs: number;
}

const defaultTimeouts: Timeouts = { headersMs: 15_000, requestMs: 300_000, checkMs: 5_000 };
/** Longer than the proxy in front keeps its connections, so that it never sends a request into a closing one. */
const keepAliveMs = 75_000;
/** Fits a batch of ten calls with their inputs in the URL, and the cookies. */
const maxHeaderBytes = 16 * 1024;

/** Answers HTTP within the bounds above. Resolves when the server listens. */
export function listen(
  { fetch, answerAtSocket }: Handlers,
  { port, host, timeouts = defaultTimeouts, stopping }: ListenOptions,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const answer = getRequestListener(fetch);
    const serverOptions = {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
      keepAliveTimeout: keepAliveMs,
      // As the web layer joins them, so that both ways of answering read the same.
      joinDuplicateHeaders: true,
    };
    const handle = handleInOrder((incoming, outgoing) => {
      if (stopping?.aborted) outgoing.setHeader('Connection', 'close');
      if (!answerAtSocket(incoming, outgoing)) void answer(incoming, outgoing);
    });
    const server = createServer(serverOptions, handle);
    // Node discards the rest of an unread body without a limit. If the body flows before the answer is finished, the
    // adaptor counts it and closes the connection after 64 MB or half a second.
    server.on('request', (incoming, outgoing) => outgoing.once('prefinish', () => incoming.resume()));
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** Closes idle connections at once, and the others after their answer or after `drainMs`. */
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

/** Rejects, as listening would, if the port is taken or the address does not belong to this machine. */
export function probePort({ port, host }: Pick<ListenOptions, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
