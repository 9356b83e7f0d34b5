import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createProbe, Server as TcpServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { FastPath } from './fast-path.ts';
import { boundUntaken } from './unread-answers.ts';
import { watchConnections, type Connections, type Patience } from './open-connections.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

interface Handlers {
  readonly fetch: Fetch;
  /** Answers before the app. */
  readonly fastPath: FastPath;
}

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly timeouts?: Timeouts;
  readonly maxUntakenLength?: number;
  /** After its abort, the server closes each connection after its answer. */
  readonly stopping?: AbortSignal;
  /** After its abort, reads get 502. See `handOver`. */
  readonly handingOver?: AbortSignal;
}

interface Timeouts {
  /** The limit for the headers of a request, so that a slow sender cannot hold a connection for longer. */
  readonly headersMs: number;
  /** The limit for a whole request. The largest recording, 16 MB, takes 270 s at half a megabit per second. */
  readonly requestMs: number;
  /** The interval of the search for slow connections. */
  readonly checkMs: number;
  /**
   * The limit for a connection without traffic, such as that of a client that does not read its answer, which stays in
   * memory.
   */
  readonly stalledMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 15_000,
  requestMs: 300_000,
  checkMs: 5_000,
  stalledMs: 300_000,
};
/** The proxy in front keeps its connections for a shorter time, so that it never sends a request into a closing one. */
const keepAliveMs = 75_000;
/** Fits a URL with the inputs of a batch of ten calls, and the cookies. */
const maxHeaderBytes = 16 * 1024;

/**
 * The queue of connections that are not accepted yet. The system drops further ones, whose clients try again after one,
 * three, seven and fifteen seconds, when a surge is over. The system may have a lower bound.
 */
const maxUnaccepted = 4_096;

/** The connections of each server that listens. */
const connections = new WeakMap<Server, Connections>();

/** Serves HTTP within the bounds above. Resolves when the server listens. */
export function listen(
  { fetch, fastPath }: Handlers,
  { port, host, timeouts = defaultTimeouts, maxUntakenLength, stopping, handingOver }: ListenOptions,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const answer = getRequestListener(fetch);
    const serverOptions = {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
      keepAliveTimeout: keepAliveMs,
      // The web layer joins them too, so that both ways of answering see the same headers.
      joinDuplicateHeaders: true,
    };
    const handle = handleInOrder((incoming, outgoing) => {
      if (stopping?.aborted) outgoing.setHeader('Connection', 'close');
      if (handingOver?.aborted && isRead(incoming)) outgoing.writeHead(502).end();
      else if (!fastPath(incoming, outgoing)) void answer(incoming, outgoing);
    });
    const server = createServer(serverOptions, handle);
    // Node discards the rest of an unread body without a limit. If the body flows before the answer is finished, the
    // adaptor counts it and closes the connection after 64 MB or half a second.
    server.on('request', (incoming, outgoing) => outgoing.on('prefinish', () => incoming.resume()));
    connections.set(server, watchConnections(server));
    boundUntaken(server, maxUntakenLength);
    server.setTimeout(timeouts.stalledMs);
    server.once('error', reject);
    server.listen({ port, host, backlog: maxUnaccepted }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** The limit for one connection. Browsers and proxies send the next request only after the answer. */
const maxWaiting = 64;

/**
 * Handles the requests of a connection in sequence, each after the client has received the answer before. Node passes on all
 * requests of a client at once, so a single client that pipelines requests and reads no answers would occupy the whole
 * process. Ends a connection with too many waiting requests.
 */
function handleInOrder(handle: RequestListener): RequestListener {
  const waitingOf = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function start(
    waiting: [IncomingMessage, ServerResponse][],
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) {
    outgoing.on('close', () => {
      const next = waiting.shift();
      if (!next) waitingOf.delete(incoming.socket);
      else if (!incoming.socket.destroyed) start(waiting, ...next);
    });
    handle(incoming, outgoing);
  }

  return (incoming, outgoing) => {
    const { socket } = incoming;
    const waiting = waitingOf.get(socket);
    if (!waiting) {
      const none: [IncomingMessage, ServerResponse][] = [];
      waitingOf.set(socket, none);
      start(none, incoming, outgoing);
    } else if (waiting.length < maxWaiting) {
      waiting.push([incoming, outgoing]);
    } else {
      socket.destroy();
    }
  };
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

interface HandOverTimes {
  /** The server closes after this time without a request. */
  readonly quietMs: number;
  /** The server closes after this time even if a balancer still sends requests. */
  readonly mostMs: number;
}

const defaultHandOver: HandOverTimes = { quietMs: 250, mostMs: 1_000 };

/**
 * Waits until a balancer sends no more requests. Closing earlier would reset connections that are open but not accepted yet,
 * and a balancer may not repeat a change that it has sent into one. A balancer with health checks knows of the stop by now.
 * A balancer that learns from failures, such as nginx, needs some: `handingOver` refuses reads, which nginx repeats
 * elsewhere.
 */
export async function handOver(
  server: Server,
  { quietMs, mostMs }: HandOverTimes = defaultHandOver,
): Promise<void> {
  let askedAtMs = performance.now();
  const endsAtMs = askedAtMs + mostMs;
  server.on('request', () => (askedAtMs = performance.now()));
  for (;;) {
    await delay(quietMs / 10);
    const nowMs = performance.now();
    // After a busy phase, this process accepts the waiting requests in the next turn and reads them in the one after.
    await setImmediate();
    await setImmediate();
    if (nowMs >= Math.min(endsAtMs, askedAtMs + quietMs)) return;
  }
}

interface CloseTimes extends Partial<Patience> {
  /** The time limit for answers under way. */
  readonly drainMs?: number;
}

/**
 * Closes each connection after its answer, or after `drainMs`. Does not wait for idle connections, which browsers keep or
 * open ahead of a request, nor for paused players, which stop reading.
 */
export function close(
  server: Server,
  { drainMs = 0, unsentMs = 500, stalledMs = 5_000 }: CloseTimes = {},
): Promise<void> {
  connections.get(server)?.endQuiet({ unsentMs, stalledMs });
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    // The `close` of node's HTTP server would also end connections whose answer is written but not sent yet.
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Rejects if the port is taken or the address does not belong to this machine. */
export function probePort({ port, host }: Pick<ListenOptions, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
