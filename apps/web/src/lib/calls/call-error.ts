const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * A call of the API that failed. `data` is what our error formatter adds; without it no answer of ours came, and `cause`
 * says why.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly data: unknown;

  private constructor(message: string, data: unknown, cause: unknown) {
    super(message, { cause });
    this.data = data;
  }

  /** From the error in an answer, as the server writes it. */
  static fromAnswer(error: unknown): CallError {
    const { message, data }: { readonly message?: unknown; readonly data?: unknown } = isObject(error)
      ? error
      : {};
    return new CallError(typeof message === 'string' ? message : 'unknown error', data, undefined);
  }

  /** From what kept an answer from coming. */
  static fromFailure(cause: unknown): CallError {
    return new CallError(cause instanceof Error ? cause.message : String(cause), undefined, cause);
  }
}
