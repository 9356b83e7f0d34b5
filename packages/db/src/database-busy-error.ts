/** Too many statements are waiting for a connection. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
  /** SQLSTATE configuration_limit_exceeded, which counts as unavailable. */
  readonly code = '53400';
}
