import { messageOf } from '@relato/contract/errors';
import { OperatorError } from '@relato/contract/operator-error';

/** The database cannot be reached. `message` names the database and the reason, without the password. */
export class DatabaseUnreachableError extends OperatorError {
  override readonly name = 'DatabaseUnreachableError';

  constructor(url: string, cause: unknown) {
    super(
      `Cannot reach ${nameOf(url)} (${reasonOf(cause)}). Check DATABASE_URL, or leave it out for the embedded one.`,
      {
        cause,
      },
    );
  }
}

function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `the database ${parsed.pathname.slice(1)} at ${parsed.host}` : 'the database';
}

/** Returns the reason of the first address, because an AggregateError has a code but no message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return messageOf(cause);
}

/** The database accepts packets but does not answer. Its code counts as unavailable. */
export class DatabaseUnresponsiveError extends Error {
  override readonly name = 'DatabaseUnresponsiveError';
  readonly code = 'ETIMEDOUT';

  constructor(options?: ErrorOptions) {
    super('The database does not answer', options);
  }
}

/** Too many statements are waiting for a connection. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
  /** SQLSTATE configuration_limit_exceeded, which counts as unavailable. */
  readonly code = '53400';
}

/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown); timeouts of a statement, a lock or a transaction
 * (57014, 55P03, 25P03, 25P04); Node's socket errors; Prisma's errors of connections, of waiting for one and of transaction
 * timeouts.
 */
const unavailableCode =
  /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25P0[34]|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|P2028)$/;
/** Messages of `pg` without a code, and the error kinds of Prisma's adapter. */
const unavailableText =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable|DatabaseNotReachable|ConnectionClosed|SocketTimeout/;

/** Returns whether an error means that the database is unreachable or overloaded, instead of a wrong statement. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCause(error, (fields) => {
    const codes = [fields.get('code'), fields.get('originalCode')];
    const texts = [fields.get('message'), fields.get('kind')];
    return (
      codes.some((code) => typeof code === 'string' && unavailableCode.test(code)) ||
      texts.some((text) => typeof text === 'string' && unavailableText.test(text))
    );
  });

/** Returns whether an error means that a statement timed out, or that no connection was free in time. */
export const isTimeout = (error: unknown): boolean =>
  hasCause(error, (fields) => {
    const message = fields.get('message');
    return (
      fields.get('code') === '57014' ||
      fields.get('code') === '53400' ||
      (typeof message === 'string' && message.includes('timeout exceeded when trying to connect'))
    );
  });

/** Returns whether a deadlock or conflict rolled a transaction back, which may succeed when it is repeated. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, /^(?:40P01|40001|P2034)$/);

/** Returns whether the same work may succeed later. Any other error concerns the work itself. */
export const mayPass = (error: unknown): boolean => isDatabaseUnavailable(error) || isDeadlock(error);

/** Returns whether a deleted row already had the id that a client chose. */
export const isSpentId = (error: unknown): boolean => hasCode(error, /^RS001$/);

/** Returns whether a row, or one that it refers to, does not exist, for example because it was just deleted. */
export const isMissingRow = (error: unknown): boolean => hasCode(error, /^(?:23503|P2003|P2025)$/);

export const hasCode = (error: unknown, pattern: RegExp): boolean =>
  hasCause(error, (fields) =>
    [fields.get('code'), fields.get('originalCode')].some(
      (code) => typeof code === 'string' && pattern.test(code),
    ),
  );

/** The fields in which errors keep the errors or plain objects that caused them. */
const causeFields = ['cause', 'meta', 'driverAdapterError'] as const;
const maxDepth = 6;

/** Returns whether an error or one of its causes passes the test, which gets the error's own fields and its message. */
function hasCause(
  error: unknown,
  test: (fields: ReadonlyMap<string, unknown>) => boolean,
  depth = 0,
): boolean {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false;
  const fields = new Map<string, unknown>(Object.entries(error));
  // In some errors the message and the cause are not enumerable.
  if (error instanceof Error) fields.set('message', error.message).set('cause', error.cause);
  return test(fields) || causeFields.some((name) => hasCause(fields.get(name), test, depth + 1));
}
