import { OperatorError } from '@relato/contract/operator-error';

/** The folder cannot be evaluated. `message` says how to change it. */
export class EvaluationError extends OperatorError {}
