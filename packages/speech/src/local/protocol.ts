import { speechLimits } from '@relato/contract';
import { z } from 'zod';

/** One stretch of sound to transcribe. */
export interface EngineRequest {
  /** Samples at 16 kHz, one channel, −1 to 1. */
  readonly samples: Float32Array;
}

const { maxTextLength, maxParts } = speechLimits.local;
const text = z.string().max(maxTextLength);
const ms = z.number();
const part = z.object({ text, startMs: ms, endMs: ms });

/** The transcript of one stretch. Times count from its start. Tokens that start a word start with a space. */
const heard = z.object({
  text,
  segments: z.array(part).max(maxParts),
  /** Empty if the model does not time its tokens. */
  tokens: z.array(part.extend({ confidence: z.number().nullable() })).max(maxParts),
});
export type Heard = z.infer<typeof heard>;

/** The process sends `ready` or `fault` once, and then answers each request. */
export const engineMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    /** Whether the language of the model is fixed to Spanish. Otherwise its text may drift into another language. */
    takesLanguage: z.boolean(),
  }),
  /** The engine cannot run this model on this machine, and the process ends. */
  z.object({ kind: z.literal('fault'), message: z.string() }),
  z.object({ kind: z.literal('heard'), heard }),
  /** This request failed, but the next may succeed. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type EngineMessage = z.infer<typeof engineMessage>;
