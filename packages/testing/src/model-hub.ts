import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The faulty answer of the hub to one request. */
export type HubFailure =
  /** Sends this many bytes of the body, and then nothing more. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Closes the connection after the header. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Sends more than the file, without a length. */
  | { readonly kind: 'endless' }
  /** Ignores Range and sends the whole file. */
  | { readonly kind: 'whole' }
  /** Answers 206 with another range than the requested one. */
  | { readonly kind: 'other-range' };

interface ModelHub {
  readonly url: string;
  /** The requests for the bytes, without the redirected ones. */
  readonly requests: readonly { readonly range: string | null; readonly ifRange: string | null }[];
  /** The file of the hub. Changing it changes its ETag. */
  file: Uint8Array;
  /** Makes the next requests for bytes fail in this order. */
  fail(...failures: readonly HubFailure[]): void;
  /** Cuts the running answers. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a hub of models on loopback. Like the real one, it redirects the address of a file to the place of its bytes. */
export async function startModelHub(file: Uint8Array): Promise<ModelHub> {
  const requests: { range: string | null; ifRange: string | null }[] = [];
  const failures: HubFailure[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/bytes') !== true) {
      response.writeHead(302, { Location: `/bytes${request.url}` }).end();
      return;
    }
    requests.push({
      range: request.headers.range ?? null,
      ifRange: request.headers['if-range']?.toString() ?? null,
    });
    answer(hub.file, request, response, failures.shift());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const hub: ModelHub = {
    url: `http://127.0.0.1:${port}`,
    requests,
    file,
    fail: (...next) => void failures.push(...next),
    cut: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return hub;
}

function answer(
  file: Uint8Array,
  request: IncomingMessage,
  response: ServerResponse,
  failure: HubFailure | undefined,
): void {
  if (failure?.kind === 'status') return void response.writeHead(failure.status).end('{}');
  if (failure?.kind === 'redirect') return void response.writeHead(302, { Location: failure.to }).end();
  if (failure?.kind === 'endless') {
    response.write(file);
    return void response.end(file);
  }
  const etag = `"${createHash('sha256').update(file).digest('hex')}"`;
  const isSame = [undefined, etag].includes(request.headers['if-range']?.toString());
  const asked = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
  const from = isSame && failure?.kind !== 'whole' ? asked : 0;
  if (from >= file.length)
    return void response.writeHead(416, { 'Content-Range': `bytes */${file.length}` }).end();
  const shift = failure?.kind === 'other-range' ? 1 : 0;
  const body = file.subarray(from + shift);
  response.writeHead(from === 0 ? 200 : 206, {
    ETag: etag,
    'Content-Length': body.length,
    ...(from === 0 ? {} : { 'Content-Range': `bytes ${from + shift}-${file.length - 1}/${file.length}` }),
  });
  if (failure?.kind === 'stall') return void response.write(body.subarray(0, failure.afterBytes));
  if (failure?.kind !== 'cut') return void response.end(body);
  response.flushHeaders();
  response.socket?.end();
}
