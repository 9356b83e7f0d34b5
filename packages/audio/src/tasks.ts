import type { Loudness } from '@relato/contract/recordings/loudness';
import type { DecodedSpeech } from './decode-bytes.ts';
import type { EncodedMp3 } from './encode-bytes.ts';
import type { Inspection } from './inspect-bytes.ts';
import type { MeasuredLoudness } from './measure-loudness.ts';
import { Refusal, type Verdict } from './refusal.ts';
import { runApart, type ProcessLimits, type RunOptions, type Task } from './process/run-apart.ts';

const memory = { heapMegabytes: 256, memoryMegabytes: 512 };
/**
 * The limits of each task. A full-length recording takes three to five seconds of one core, or up to twenty when encoded as AAC. A
 * small computer needs three times that, and the time limit allows for busy machines.
 */
const limitsOf: Readonly<Record<Task, ProcessLimits>> = {
  inspect: { timeLimitMs: 90_000, cpuLimitMs: 60_000, ...memory },
  decode: { timeLimitMs: 120_000, cpuLimitMs: 40_000, ...memory },
  encode: { timeLimitMs: 240_000, cpuLimitMs: 80_000, ...memory },
  measure: { timeLimitMs: 120_000, cpuLimitMs: 40_000, ...memory },
};

type Options = Partial<ProcessLimits> & RunOptions;

/**
 * Inspects the bytes of a recording in a process of its own. Refuses a file that takes more memory or CPU time than any
 * recording needs. Throws if the inspection itself failed or exceeded `timeLimitMs` on a busy machine.
 */
export const inspectRecording = (bytes: Uint8Array, options?: Options): Promise<Inspection> =>
  run<Inspection>('inspect', bytes, options);

/**
 * Decodes the copy of a recording for speech recognition, in a process of its own: one channel of 16 kHz, from -1 to 1.
 * Players play sample n at n / 16000 seconds. Throws Refusal for bytes that are not an acceptable recording, or that take
 * more memory or CPU time than any recording needs, the reason of `signal`, and other errors if the decoding itself failed
 * or exceeded `timeLimitMs`.
 */
export async function decodeSpeech(bytes: Uint8Array, options?: Options): Promise<Float32Array<ArrayBuffer>> {
  return required(await run<DecodedSpeech>('decode', bytes, options)).samples;
}

/**
 * Encodes the copy of a recording as MP3, in a process of its own: 64 kbit/s, without metadata, with each sound at its time
 * in players of the recording, as loud as all others. Throws like `decodeSpeech`.
 */
export async function encodeMp3(bytes: Uint8Array, options?: Options): Promise<Uint8Array<ArrayBuffer>> {
  return required(await run<EncodedMp3>('encode', bytes, options)).mp3;
}

/**
 * Measures the loudness of the copy of a recording by EBU R 128, in a process of its own. Returns null for silence. Throws
 * like `decodeSpeech`.
 */
export async function measureLoudness(bytes: Uint8Array, options?: Options): Promise<Loudness | null> {
  return required(await run<MeasuredLoudness>('measure', bytes, options)).loudness;
}

const run = <Result>(task: Task, bytes: Uint8Array, { signal, onUsed, ...given }: Options = {}) =>
  runApart<Result>(task, bytes, { ...limitsOf[task], ...given }, { signal, onUsed });

function required<Facts>(verdict: Verdict<Facts>): Facts {
  if (!verdict.ok) throw new Refusal(verdict.reason);
  return verdict;
}
