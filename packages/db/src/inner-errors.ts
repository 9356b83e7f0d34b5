/** Where errors keep the errors, or the plain objects, that they come from. */
const inner = ['cause', 'meta', 'driverAdapterError'] as const;
const maxDepth = 6;

/** An error's own fields, with its message. */
export type ErrorFields = ReadonlyMap<string, unknown>;

/** Whether an error, or one that it comes from, is what the test looks for. */
export function comesFrom(error: unknown, test: (fields: ErrorFields) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false;
  const fields = new Map<string, unknown>(Object.entries(error));
  // Neither is a field of its own in every error.
  if (error instanceof Error) fields.set('message', error.message).set('cause', error.cause);
  return test(fields) || inner.some((name) => comesFrom(fields.get(name), test, depth + 1));
}
