import type { Database, ReadReplica } from '@relato/db';
import type { Context } from './context.ts';
import type { Policy } from './enforce-policy.ts';

type Call = Pick<Context, 'viewer'> & {
  readonly services: { readonly database: Pick<Database, 'replica'> };
  readonly request: Pick<Context['request'], 'writtenAtMs'>;
};

/**
 * Resolves with the database of a query that may lag, or with null for the primary. Callers see their own writes at once,
 * and nothing that was removed before the call. Staff may see more than is public, for which no replica is asked.
 */
export async function chooseReplica(
  { mayLag }: Pick<Policy, 'mayLag'>,
  { services, viewer, request: { writtenAtMs } }: Call,
): Promise<Database | null> {
  const { replica } = services.database;
  if (!replica || !mayLag || writtenAtMs === undefined || (viewer && viewer.role !== 'user')) return null;
  return replica.choose(writtenAtMs);
}

/** Makes the caller's browser say in its next calls when it has written. */
export async function rememberWrite(
  replica: ReadReplica,
  { services, setCookie }: Pick<Context, 'services' | 'setCookie'>,
): Promise<void> {
  // The call is answered either way. Without a time, the caller sees what they wrote when the replica shows it.
  const timeMs = await replica.readTimeMs().catch(() => null);
  if (timeMs !== null) setCookie(services.auth.cookies.writtenAt.serialize(String(Math.ceil(timeMs))));
}

/** Reads the value of the cookie. A time that is not over keeps its caller at the primary. */
export const toWrittenAtMs = (value: string | null): number | null =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
