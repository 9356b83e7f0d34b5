/** A notification was not delivered. `message` names the host and nothing that the push service says. */
export class PushError extends Error {
  override readonly name = 'PushError';
  /** True if a later attempt would end in the same way. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}
