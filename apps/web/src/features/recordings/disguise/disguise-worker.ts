import type { WorkerReport } from '../../../lib/workers/ask-worker.ts';
import { getWorkerScope } from '../../../lib/workers/worker-scope.ts';
import { voiceRateHz } from '../review/decode-voice.ts';
import type { DisguiseAnswer, DisguiseRequest } from './disguise-voice.ts';
import { drawVoice } from './draw-voice.ts';
import { encodeVoice } from './encode-voice.ts';
import { measurePeak, shiftVoice } from './shift-voice.ts';

const scope = getWorkerScope<DisguiseRequest, DisguiseAnswer | WorkerReport>();
const answer = (message: DisguiseAnswer | WorkerReport): void => scope.postMessage(message, []);

/** The peak below which a recording counts as silent: -50 dB. */
const silence = 0.003;

scope.addEventListener('message', ({ data }) => void run(data));
// If its WebAssembly does not start, the library waits without an end, and only this event tells.
globalThis.addEventListener('unhandledrejection', ({ reason }) =>
  answer({ kind: 'failed', reason: String(reason) }),
);

async function run({ samples, character }: DisguiseRequest): Promise<void> {
  try {
    if (measurePeak(samples) < silence) {
      answer({ kind: 'silent' });
      return;
    }
    // The shift is drawn here, so that it never leaves the worker.
    const shifted = await shiftVoice(samples, drawVoice(character), (ratio) =>
      answer({ kind: 'progress', ratio }),
    );
    answer({ kind: 'done', sound: await encodeVoice(shifted, voiceRateHz) });
  } catch (error) {
    answer({ kind: 'failed', reason: String(error) });
  }
}
