/** One HTTP request of a workload. */
export interface LoadRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'HEAD';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The input of load-process.ts. */
export interface LoadJob {
  readonly origin: string;
  /** Sent in turn, from `first` on, again and again. */
  readonly requests: readonly LoadRequest[];
  readonly first: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Ends the load earlier, so that no request is sent twice. */
  readonly maxRequests?: number | undefined;
}

export interface LoadResult {
  readonly completed: number;
  readonly elapsedMs: number;
  /** Answers by status; those without one count as 0. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Of the answers below 400, sorted. */
  readonly latenciesMs: readonly number[];
  readonly bytes: number;
  /** The first answer of 400 and above. */
  readonly firstFailure: string | null;
  /** The place of the request after the last one that was sent. */
  readonly next: number;
}

/** The input of listen-process.ts: listeners who each play one of the paths, as browsers do. */
export interface ListenJob {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly listeners: number;
  readonly bytesPerSecond: number;
  readonly rangeBytes: number;
  readonly durationMs: number;
}

export interface ListenResult {
  readonly ranges: number;
  /** How often a listener had played everything before the next range had come. */
  readonly stalls: number;
  /** Answers other than 206. */
  readonly failures: number;
}
