import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

export interface LoopbackAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON. Text and bytes are sent unchanged. */
  readonly body?: object | string | Uint8Array;
}

export type LoopbackFailure =
  /** This answer instead of the right one. */
  | ({ readonly kind: 'answer' } & LoopbackAnswer)
  /** The right answer after a delay. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** No answer at all. */
  | { readonly kind: 'hang' }
  /** Only the status, the headers and a first byte. */
  | { readonly kind: 'hang-in-body' }
  /** The head and the first half of the right answer. */
  | { readonly kind: 'stall' }
  /** The connection is reset before an answer. */
  | { readonly kind: 'reset' }
  /** The connection is reset in the middle of the right answer. */
  | { readonly kind: 'cut' };

export interface LoopbackRequest<Step extends string> {
  /** The called step of the provider's API, or null for an unknown path. */
  readonly step: Step | null;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

export interface Loopback<Step extends string> {
  /** Ends without a slash. */
  readonly url: string;
  /** All requests in the order of arrival. */
  readonly requests: LoopbackRequest<Step>[];
  /**
   * Makes the next request, or the next one of a step, fail. Further calls affect the following ones. With `afterEffect`,
   * the server does its work first, so that only the answer is lost.
   */
  nextFailure(
    failure: LoopbackFailure,
    options?: { readonly on?: Step; readonly afterEffect?: boolean },
  ): void;
  /** Closes the server and every open connection. */
  readonly stop: () => Promise<void>;
}

interface Script<Step> {
  readonly failure: LoopbackFailure;
  readonly on: Step | undefined;
  readonly afterEffect: boolean;
}

/** Starts a scripted HTTP server on 127.0.0.1, or an HTTPS server with `tls`. Port 0 means any free port. */
export async function startLoopback<Step extends string>({
  port = 0,
  tls,
  toStep,
  answer,
}: {
  readonly port?: number | undefined;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly toStep: (method: string, path: string) => Step | null;
  readonly answer: (request: LoopbackRequest<Step>) => Promise<LoopbackAnswer> | LoopbackAnswer;
}): Promise<Loopback<Step>> {
  const requests: LoopbackRequest<Step>[] = [];
  const scripts: Script<Step>[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const step = toStep(method, path);
    const received = { step, method, path, headers, body: Buffer.from(await buffer(request)) };
    requests.push(received);
    const index = scripts.findIndex(({ on }) => on === undefined || on === step);
    const script = index === -1 ? undefined : scripts.splice(index, 1)[0];
    if (!script) return send(response, await answer(received));
    const worked = script.afterEffect ? await answer(received) : null;
    await fail(script.failure, response, async () => worked ?? answer(received));
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    receive(request, response).catch((error: unknown) => {
      // A client may disconnect while it sends.
      if (request.destroyed && !request.complete) return;
      send(response, { status: 500, body: String(error) });
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return {
    url: `http${tls ? 's' : ''}://127.0.0.1:${address.port}`,
    requests,
    nextFailure: (failure, { on, afterEffect = false } = {}) => scripts.push({ failure, on, afterEffect }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: LoopbackAnswer): void {
  if (typeof body === 'string' || body instanceof Uint8Array) response.writeHead(status, headers).end(body);
  else
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function fail(
  failure: LoopbackFailure,
  response: ServerResponse,
  answer: () => Promise<LoopbackAnswer>,
): Promise<void> {
  switch (failure.kind) {
    case 'answer':
      return send(response, failure);
    case 'slow':
      await setTimeout(failure.delayMs, undefined, { ref: false });
      return send(response, await answer());
    case 'hang':
      return;
    case 'hang-in-body':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      beginAnswer(response, await answer());
      return;
    case 'cut':
      beginAnswer(response, await answer(), () => response.socket?.resetAndDestroy());
  }
}

/** Sends the head and the first half of the body. */
function beginAnswer(
  response: ServerResponse,
  { status = 200, headers = {}, body = '' }: LoopbackAnswer,
  then: () => void = () => {},
): void {
  const bytes =
    typeof body === 'string' || body instanceof Uint8Array
      ? Buffer.from(body)
      : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    'content-length': bytes.byteLength,
  });
  response.write(bytes.subarray(0, bytes.byteLength / 2), then);
}
