import { OperatorError } from '@relato/contract/operator-error';

/** The operator can remove the reason why a backup cannot be made or restored. `message` says how. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}
