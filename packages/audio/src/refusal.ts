import type { RefusalCode } from '@relato/contract/errors';

/** The bytes are no acceptable recording. Any other error is a bug, not a fault of the bytes. */
export class Refusal extends Error {
  readonly reason: RefusalCode;

  constructor(reason: RefusalCode, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

/** Runs a parser of untrusted bytes and turns every error into a Refusal, because parsers fail in many ways on damaged bytes. */
export async function refuseOnError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('AUDIO_UNDECODABLE', { cause });
  }
}
