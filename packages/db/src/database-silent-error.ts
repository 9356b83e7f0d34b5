/** The database takes what it is sent and answers nothing. It counts as unavailable, by its code. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';
  readonly code = 'ETIMEDOUT';

  constructor(options?: ErrorOptions) {
    super('The database does not answer', options);
  }
}
