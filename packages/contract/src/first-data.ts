/** The id of the data block in the page that holds a `FirstData`. */
export const firstDataId = 'first-data';

/** A query that the first screen of an address makes. */
export interface FirstCall {
  readonly path: string;
  /** Undefined for a procedure without input. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** `infinite` for a list that is loaded in pages: the answer is its first page. */
  readonly type: 'query' | 'infinite';
}

/** Queries and the answers of `/trpc` to them, one for each, as a batch of calls gets them. */
export interface FirstData {
  readonly calls: readonly FirstCall[];
  readonly answers: readonly unknown[];
}
