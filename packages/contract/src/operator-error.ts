/**
 * The operator can mend what `message` says in a line, so that commands print it without a stack. The browser has no such
 * errors.
 */
export class OperatorError extends Error {}
