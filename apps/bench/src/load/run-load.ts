import autocannon from 'autocannon';

/** The limits of the server count by network. The number keeps its memory of them small. */
const networks = 4_096;

/** One HTTP request of a workload. */
export interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly origin: string;
  /** The requests, sent in turn from `first` on over any free connection, and repeated. */
  readonly requests: readonly LoadRequest[];
  readonly first?: number;
  readonly connections: number;
  /** The duration, or the number of requests. */
  readonly until: { readonly durationMs: number } | { readonly amount: number };
}

export interface LoadResult {
  /** The latencies of the answers below 400. */
  readonly latenciesMs: readonly number[];
  readonly elapsedMs: number;
  /** The answers by status. Missing ones count as 0. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** The number of answers of 400 and above, and of missing ones. */
  readonly failures: number;
  readonly firstFailure: string | null;
  /** The position after the last sent request. */
  readonly next: number;
}

/** Sends requests as fast as they are answered, over connections that stay open. */
export async function runLoad({
  origin,
  requests,
  first = 0,
  connections,
  until,
}: Load): Promise<LoadResult> {
  let next = first;
  let [bytes, failures] = [0, 0];
  let firstFailure: string | null = null;
  const statuses: Record<string, number> = {};
  const latenciesMs: number[] = [];
  const fail = (text: string): void => {
    failures += 1;
    firstFailure ??= text.slice(0, 300);
  };
  const startedAt = performance.now();
  let endedAt: number | null = null;
  const options: autocannon.Options = {
    url: origin,
    connections,
    ...('amount' in until ? until : { duration: until.durationMs / 1_000 }),
    // The interval of the check for the end.
    sampleInt: 100,
    requests: [
      {
        setupRequest: (defaults) => {
          const request = requests[next % requests.length];
          const network = next % networks;
          next += 1;
          const from = { 'x-forwarded-for': `10.${network >> 8}.${network & 255}.1` };
          return { ...defaults, method: 'GET', ...request, headers: { ...from, ...request?.headers } };
        },
        onResponse: (status, body) => {
          if (status >= 400) fail(`${status}: ${body}`);
        },
      },
    ],
  };
  await new Promise<void>((resolve, reject) => {
    const load = autocannon(options, (error: Error | null) => (error ? reject(error) : resolve()));
    load.on('response', (_client, status, responseBytes, latencyMs) => {
      endedAt = performance.now();
      statuses[status] = (statuses[status] ?? 0) + 1;
      bytes += responseBytes;
      if (status < 400) latenciesMs.push(latencyMs);
    });
    load.on('reqError', (error: unknown) => {
      statuses[0] = (statuses[0] ?? 0) + 1;
      fail(String(error));
    });
  });
  const elapsedMs = (endedAt ?? performance.now()) - startedAt;
  return { latenciesMs, elapsedMs, statuses, bytes, failures, firstFailure, next };
}
