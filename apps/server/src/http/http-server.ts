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
  /** Is asked first. */
  readonly fastPath: FastPath;
}

interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly timeouts?: Timeouts;
  readonly maxUntakenLength?: number;
  /** From its abort on, each connection is closed after its answer. */
  readonly stopping?: AbortSignal;
  /** From its abort on, reads are answered 502; see `handOver`. */
  readonly handingOver?: AbortSignal;
}

interface Timeouts {
  /** For the headers of a request, so that a slow sender cannot hold a connection for longer. */
  readonly headersMs: number;
  /** For a whole request: 16 MB, the largest recording, take 270 s at half a megabit per second. */
  readonly requestMs: number;
  /** The interval at which slow connections are looked for. */
  readonly checkMs: number;
  /** For a connection on which nothing moves, such as that of a client that reads no answer, which stays in memory meanwhile. */
  readonly stalledMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 15_000,
  requestMs: 300_000,
  checkMs: 5_000,
  stalledMs: 300_000,
};
/** Longer than the proxy in front keeps its connections, so that it never sends a request into a closing one. */
const keepAliveMs = 75_000;
/** Fits a batch of ten calls with their inputs in the URL, and the cookies. */
const maxHeaderBytes = 16 * 1024;

/**
 * Connections that wait to be accepted. The system drops what is past it, and a client tries again after a second, then after
 * three, seven and fifteen: a surge that is refused at once is over before. The system may have a lower bound of its own.
 */
const maxUnaccepted = 4_096;

/** The connections of each server that listens. */
const connections = new WeakMap<Server, Connections>();

/** Answers HTTP within the bounds above. Resolves when the server listens. */
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
      // As the web layer joins them, so that both ways of answering read the same.
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

/** Of one connection. Browsers and proxies send the next request after the answer. */
const maxWaiting = 64;

/**
 * Handles the requests of a connection one after another: the next when the answer to the one before has been taken.
 * Node hands over all that a client has sent at once, so that a single one that pipelines requests and reads no answers
 * would keep the whole process at work. Ends a connection with too many requests waiting.
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
  /** A server without a request for so long is closed. */
  readonly quietMs: number;
  /** A balancer that asks it now and then is not waited for. */
  readonly mostMs: number;
}

const defaultHandOver: HandOverTimes = { quietMs: 250, mostMs: 1_000 };

/**
 * Waits until a balancer sends no more requests. To close before would reset connections that it has opened and that are not
 * accepted yet, and it may not repeat a change that it has sent into one. A balancer that asks for the health of its servers
 * knows of the stop by now. One that learns from failures, as nginx does, has to see some: with `handingOver` reads are refused,
 * which it repeats elsewhere.
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
    // If this process was busy until now, requests have arrived that it accepts in the next turn, and reads in the one after.
    await setImmediate();
    await setImmediate();
    if (nowMs >= Math.min(endsAtMs, askedAtMs + quietMs)) return;
  }
}

interface CloseTimes extends Partial<Patience> {
  /** For what is being answered. */
  readonly drainMs?: number;
}

/**
 * Closes each connection after its answer, or after `drainMs`. Browsers keep connections for their next request and open others
 * ahead of one, and players that are paused stop reading: those are not waited for.
 */
export function close(
  server: Server,
  { drainMs = 0, unsentMs = 500, stalledMs = 5_000 }: CloseTimes = {},
): Promise<void> {
  connections.get(server)?.endQuiet({ unsentMs, stalledMs });
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    // Not that of node's HTTP server, which takes connections for idle whose answer is written and not yet sent.
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
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
