import type { RefusalCode } from '@relato/contract/errors';

/** The bytes are not a recording that we take. Anything else that is thrown is a fault of ours, not of the bytes. */
export class Refusal extends Error {
  readonly reason: RefusalCode;

  constructor(reason: RefusalCode, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

/** Does what reads untrusted bytes. Parsers assert and overrun on what is damaged: then it is the bytes that are refused. */
export async function blameBytes<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('AUDIO_UNDECODABLE', { cause });
  }
}
