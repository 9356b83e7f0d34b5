import { audioFormats } from '@relato/contract/audio-formats';
import { toPeaks } from '@relato/contract/recordings/waveform';
import { energiesOf } from './energies.ts';
import type { Inspection } from './inspection-result.ts';
import { readRecording } from './read-recording.ts';
import { answerRefusals, refuseOnError } from './refusal.ts';
import { remux } from './remux.ts';

/** Inspects a recording; keeps the process busy. Every fault of the bytes is a result, so an exception is a bug. */
export const inspectBytes = (bytes: Uint8Array): Promise<Inspection> =>
  answerRefusals(async () => {
    const { container, codec, config, packets, durationSeconds } = await readRecording(bytes);
    const energies = await energiesOf(codec, config, packets);
    return {
      ok: true,
      container,
      codec,
      durationMs: Math.round(durationSeconds * 1000),
      mimeType: audioFormats[container].mimeType,
      playback: await refuseOnError(() => remux(packets, { container, codec, config })),
      peaks: energies && toPeaks(energies),
    };
  });
