import { Client } from 'pg';
import { vi } from 'vitest';

const healthCheck = 'SELECT 1';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement is a text, or an object with a text and values. The values of a text follow it. */
function toStatement([statement, values]: readonly unknown[]): SentStatement {
  const isObject = typeof statement === 'object' && statement !== null;
  const text = isObject && 'text' in statement ? statement.text : statement;
  const given = isObject && 'values' in statement ? statement.values : values;
  return { text: typeof text === 'string' ? text : '', values: Array.isArray(given) ? given : [] };
}

/**
 * Runs `work`. Returns the statements that this process sends to its databases meanwhile, including those that begin and end
 * a transaction. Statements of other concurrent work count as well.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    // Its overloads take several shapes.
    const calls: readonly (readonly unknown[])[] = query.mock.calls;
    return calls.map(toStatement).filter(({ text }) => text !== healthCheck);
  } finally {
    query.mockRestore();
  }
}
