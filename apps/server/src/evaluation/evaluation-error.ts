/** The folder cannot be evaluated. `message` says what to change. */
export class EvaluationError extends Error {}
