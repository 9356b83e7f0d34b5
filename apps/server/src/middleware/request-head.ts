/**
 * The part of a request that its checks read. Both Hono's context and a request on the fast path (`fast-path.ts`) provide
 * it, so that each check exists once.
 */
export interface RequestHead {
  readonly req: {
    readonly method: string;
    /** The path without the query. */
    readonly path: string;
    readonly header: (name: string) => string | undefined;
  };
  /** Holds node's request as `incoming` if there is a socket. */
  readonly env: unknown;
}

/** Returns the request of a visitor at the same address. */
export const withoutCredentials = ({ req, env }: RequestHead): RequestHead => ({
  req: {
    method: req.method,
    path: req.path,
    header: (name) => (credentials.has(name.toLowerCase()) ? undefined : req.header(name)),
  },
  env,
});

const credentials = new Set(['authorization', 'cookie']);
