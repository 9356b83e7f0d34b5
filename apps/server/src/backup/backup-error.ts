/** The operator can remove the reason why a backup cannot be made or restored. `message` says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
