/**
 * The part of a request that its checks read. Hono's context has it, and so has a request that is answered at node's socket
 * (`answerAtSocket`), so that each check is written once.
 */
export interface RequestHead {
  readonly req: {
    readonly method: string;
    /** Without the query. */
    readonly path: string;
    readonly header: (name: string) => string | undefined;
  };
  /** Holds node's request as `incoming`, if there is a socket. */
  readonly env: unknown;
}
