import type { RefusalCode } from '@relato/contract/errors';

/** The bytes are not an acceptable recording. Any other error is a bug, not a fault of the bytes. */
export class Refusal extends Error {
  readonly reason: RefusalCode;

  constructor(reason: RefusalCode, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

/** A refusal as the result of a process. */
export interface Refused {
  readonly ok: false;
  readonly reason: RefusalCode;
}

/** The result of a process that accepts or refuses a recording. */
export type Verdict<Facts> = ({ readonly ok: true } & Facts) | Refused;

/** Returns a Refusal from `work` as its result. */
export async function answerRefusals<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason };
    throw error;
  }
}
