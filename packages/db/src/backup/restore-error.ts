import { OperatorError } from '@relato/contract/operator-error';

/** A backup cannot be restored into this database. `message` gives the reason and the remedy. Nothing was changed. */
export class RestoreError extends OperatorError {
  override readonly name = 'RestoreError';
}
