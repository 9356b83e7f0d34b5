/** A backup cannot be made or restored for a reason that the operator can change. `message` says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
