/** A notification was not delivered. `message` names the host, without texts of the push service. */
export class PushError extends Error {
  override readonly name = 'PushError';
  /** True if a later attempt would also fail. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}
