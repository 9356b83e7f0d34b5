import { OperatorError } from '@relato/contract/operator-error';

/**
 * Why a model was not fetched: `network` (no connection, or a broken one), `server` (an answer that is not the model),
 * `checksum`, `space`, `busy` (another process fetches it), `name` (an unknown name or a missing file).
 */
type Kind = 'network' | 'server' | 'checksum' | 'space' | 'busy' | 'name';

/** A model could not be fetched, chosen or removed. `message` is one line for the operator. */
export class ModelError extends OperatorError {
  readonly kind: Kind;

  constructor(kind: Kind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.kind = kind;
  }
}
