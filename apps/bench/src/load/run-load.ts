import autocannon from 'autocannon';

/** The limits of the server count by network. Few enough that its memory of them stays small. */
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
  /** Sent in turn, from `first` on, again and again, whichever connection is free. */
  readonly requests: readonly LoadRequest[];
  readonly first?: number;
  readonly connections: number;
  /** How long, or how many requests. */
  readonly until: { readonly durationMs: number } | { readonly amount: number };
}

export interface LoadResult {
  /** Of the answers below 400. */
  readonly latenciesMs: readonly number[];
  readonly elapsedMs: number;
  /** Answers by status; those without one count as 0. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Answers of 400 and above, or none at all. */
  readonly failures: number;
  readonly firstFailure: string | null;
  /** The place of the request after the last one that was sent. */
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
    // How often it looks whether the time is over.
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
