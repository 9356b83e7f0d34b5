/**
 * The part of a request that its checks read. Hono's context has it, and so has a request on the fast path
 * (`fast-path.ts`), so that each check is written once.
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

/** Returns a request as a stranger would have sent it. */
export const withoutCredentials = ({ req, env }: RequestHead): RequestHead => ({
  req: {
    method: req.method,
    path: req.path,
    header: (name) => (credentials.has(name.toLowerCase()) ? undefined : req.header(name)),
  },
  env,
});

const credentials = new Set(['authorization', 'cookie']);
