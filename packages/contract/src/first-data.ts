/** The id of the data block in the page that contains a `FirstData`. */
export const firstDataId = 'first-data';

/** A query of the first screen of an address. */
export interface FirstCall {
  readonly path: string;
  /** Undefined for a procedure without input. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** `infinite` for a list with pages, whose answer is the first page. */
  readonly type: 'query' | 'infinite';
}

/** A batch of queries, with the answer of `/trpc` to each. */
export interface FirstData {
  readonly calls: readonly FirstCall[];
  readonly answers: readonly unknown[];
}
