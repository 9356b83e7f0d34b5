import type { Services, Viewer } from '@relato/api';
import type { Context as HonoContext } from 'hono';

export interface Authenticated {
  readonly viewer: Viewer;
  readonly token: string;
  readonly expiresAt: Date;
  /** True when the cookie must be sent again, because the session was prolonged. */
  readonly isProlonged: boolean;
}

/** Who is behind a request: by the browser's cookie, or by a program's bearer token. Null for a visitor. */
export async function authenticate({ auth }: Services, c: HonoContext): Promise<Authenticated | null> {
  const bearer = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  const token = bearer ?? auth.cookies.session.read(c.req.header('cookie') ?? '');
  if (!token) return null;
  const found = await auth.validateSession(token);
  if (!found) return null;
  return {
    viewer: found.user,
    token,
    expiresAt: found.session.expiresAt,
    isProlonged: found.session.fresh && bearer === undefined,
  };
}
