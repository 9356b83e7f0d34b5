import { OperatorError } from '@relato/contract/operator-error';

/** The embedded PostgreSQL cannot run here. `message` gives the reason and the remedy. */
export class EmbeddedPostgresError extends OperatorError {
  override readonly name = 'EmbeddedPostgresError';
}
