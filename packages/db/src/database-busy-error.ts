/** More statements wait for a connection than may. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
  /** SQLSTATE configuration_limit_exceeded: it counts as unavailable. */
  readonly code = '53400';
}
