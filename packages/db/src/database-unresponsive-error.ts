/** The database accepts packets but does not answer. Its code makes it count as unavailable. */
export class DatabaseUnresponsiveError extends Error {
  override readonly name = 'DatabaseUnresponsiveError';
  readonly code = 'ETIMEDOUT';

  constructor(options?: ErrorOptions) {
    super('The database does not answer', options);
  }
}
