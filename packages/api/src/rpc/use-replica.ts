import type { Database, ReadReplica } from '@relato/db';
import type { Context } from './context.ts';
import type { Policy } from './enforce-policy.ts';

type Call = Pick<Context, 'viewer'> & {
  readonly services: { readonly database: Pick<Database, 'replica'> };
  readonly request: Pick<Context['request'], 'writtenAtMs'>;
};

/**
 * Resolves with the database of a query that may lag, or with null for the primary. Callers see their own writes at once,
 * and nothing that was removed before the call. Moderators stay on the primary, because they may see more than the public.
 */
export async function chooseReplica(
  { mayLag }: Pick<Policy, 'mayLag'>,
  { services, viewer, request: { writtenAtMs } }: Call,
): Promise<Database | null> {
  const { replica } = services.database;
  if (!replica || !mayLag || writtenAtMs === undefined || (viewer && viewer.role !== 'user')) return null;
  return replica.choose(writtenAtMs);
}

/** Stores the time of the write in a cookie, which the caller's browser sends with its next calls. */
export async function rememberWrite(
  replica: ReadReplica,
  { services, setCookie }: Pick<Context, 'services' | 'setCookie'>,
): Promise<void> {
  // The call succeeds either way. Without a time, the caller sees their write once the replica has it.
  const timeMs = await replica.readTimeMs().catch(() => null);
  if (timeMs !== null) setCookie(services.auth.cookies.writtenAt.serialize(String(Math.ceil(timeMs))));
}

/** Reads the value of the cookie. A time in the future keeps its caller on the primary. */
export const toWrittenAtMs = (value: string | null): number | null =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
