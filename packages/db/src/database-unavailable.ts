import { comesFrom } from './inner-errors.ts';

/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown); a statement, a lock or a transaction that took too
 * long (57014, 55P03, 25P03, 25P04); Node's errors of sockets; Prisma's of
 * connections, of waiting for one and of transactions that ran out of time.
 */
const unavailableCode =
  /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25P0[34]|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|P2028)$/;
/** What `pg` says without a code, and the kinds of Prisma's adapter. */
const unavailableText =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|DatabaseNotReachable|ConnectionClosed|SocketTimeout/;

/** Whether an error says that the database is away or overloaded, rather than that a statement is wrong. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  comesFrom(error, (fields) => {
    const codes = [fields.get('code'), fields.get('originalCode')];
    const texts = [fields.get('message'), fields.get('kind')];
    return (
      codes.some((code) => typeof code === 'string' && unavailableCode.test(code)) ||
      texts.some((text) => typeof text === 'string' && unavailableText.test(text))
    );
  });

/** Whether an error says that a statement ran out of its time, or found no connection within it. */
export const isOutOfTime = (error: unknown): boolean =>
  comesFrom(error, (fields) => {
    const message = fields.get('message');
    return (
      fields.get('code') === '57014' ||
      fields.get('code') === '53400' ||
      (typeof message === 'string' && message.includes('timeout exceeded when trying to connect'))
    );
  });
