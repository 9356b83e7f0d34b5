import { limits } from '@relato/contract';
import { z } from 'zod';

/** One stretch of sound to transcribe. */
export interface EngineRequest {
  /** 16 kHz, one channel, −1 to 1. */
  readonly samples: Float32Array;
}

const { maxTextLength, maxParts } = limits.speech.local;
const text = z.string().max(maxTextLength);
const ms = z.number();
const part = z.object({ text, startMs: ms, endMs: ms });

/** The transcript of one stretch. Times count from its start; tokens that start a word start with a space. */
const heard = z.object({
  text,
  segments: z.array(part).max(maxParts),
  /** Empty unless the model times its tokens. */
  tokens: z.array(part.extend({ confidence: z.number().nullable() })).max(maxParts),
});
export type Heard = z.infer<typeof heard>;

/** The process answers each request, after it has sent `ready` or `fault` once. */
export const engineMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    /** True if the model hears Spanish because it is told so; else what it hears may drift into another language. */
    takesLanguage: z.boolean(),
  }),
  /** The engine cannot be used with this model on this machine; the process ends. */
  z.object({ kind: z.literal('fault'), message: z.string() }),
  z.object({ kind: z.literal('heard'), heard }),
  /** This request failed; the next may succeed. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type EngineMessage = z.infer<typeof engineMessage>;
