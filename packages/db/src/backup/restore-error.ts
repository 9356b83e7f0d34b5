/** A backup cannot be restored into this database. `message` says why and what to do. Nothing was changed. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}
