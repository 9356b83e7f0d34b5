// Makes the load in a process of its own, so that its work does not delay what is measured in the parent.
import { Client, type Dispatcher } from 'undici';
import type { LoadJob, LoadResult } from './protocol.ts';

/** The limits of the server count by network. Few enough that its memory of them stays small. */
const networks = 4_096;
const requestTimeoutMs = 10_000;

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly text: string;
}

function send(client: Client, options: Dispatcher.DispatchOptions): Promise<Answer> {
  return new Promise((resolve) => {
    let status = 0;
    let bytes = 0;
    let text = '';
    client.dispatch(options, {
      onRequestStart: () => {},
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        bytes += chunk.byteLength;
        if (status >= 400 && text.length < 500) text += chunk.toString('utf8');
      },
      onResponseEnd: () => resolve({ status, bytes, text }),
      onResponseError: (_controller, error) => resolve({ status: 0, bytes, text: error.message }),
    });
  });
}

async function run({
  origin,
  requests,
  first,
  connections,
  durationMs,
  maxRequests = Infinity,
}: LoadJob): Promise<LoadResult> {
  let next = first;
  let completed = 0;
  let bytes = 0;
  let firstFailure: string | null = null;
  const statuses: Record<string, number> = {};
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;

  const work = async (): Promise<void> => {
    const client = new Client(origin, {
      pipelining: 1,
      headersTimeout: requestTimeoutMs,
      bodyTimeout: requestTimeoutMs,
    });
    while (performance.now() < endsAt && next - first < maxRequests) {
      const number = next;
      next += 1;
      const request = requests[number % requests.length];
      if (!request) break;
      const network = number % networks;
      const sentAt = performance.now();
      const answer = await send(client, {
        method: request.method ?? 'GET',
        path: request.path,
        headers: { 'x-forwarded-for': `10.${network >> 8}.${network & 255}.1`, ...request.headers },
        body: request.body ?? null,
      });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      bytes += answer.bytes;
      if (answer.status === 0 || answer.status >= 400)
        firstFailure ??= `${answer.status} ${request.path}: ${answer.text.slice(0, 300)}`;
      else {
        completed += 1;
        latenciesMs.push(performance.now() - sentAt);
      }
    }
    await client.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return {
    completed,
    elapsedMs: performance.now() - startedAt,
    statuses,
    latenciesMs: latenciesMs.toSorted((a, b) => a - b),
    bytes,
    firstFailure,
    next,
  };
}

process.on('message', (job: LoadJob) => {
  void run(job).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
