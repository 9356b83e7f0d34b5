/** The database cannot be reached. `message` names the database and the reason, without the password. */
export class DatabaseUnreachableError extends Error {
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

/** Returns the reason of the first address that was tried: an AggregateError has a code but no message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
