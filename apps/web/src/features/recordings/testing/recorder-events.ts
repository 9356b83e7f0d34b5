import { initialRecorderState } from '../idle-state.ts';
import { toRecordingId } from '../recorder-api.ts';
import { reduceRecorder } from '../recorder-state.ts';
import type { RecorderEvent, RecorderState } from '../recorder-types.ts';
import type { DeliveryEvent } from '../review/review-state.ts';

export const id = toRecordingId('6f1f2a52-4a3e-4c1b-9f0e-1d1c2b3a4d5e');
export const run = (events: readonly RecorderEvent[], from: RecorderState = initialRecorderState) =>
  events.reduce(reduceRecorder, from);
export const delivery = (event: DeliveryEvent): RecorderEvent => ({ type: 'delivery', event });

export const started: RecorderEvent[] = [
  { type: 'record-pressed' },
  { type: 'recording-started', id, storage: 'stored', isMuted: false },
];
export const recorded: RecorderEvent[] = [
  ...started,
  { type: 'stopped', by: 'person', recordedMs: 10_000 },
  { type: 'recorded' },
];
export const inspected: RecorderEvent[] = [
  ...recorded,
  delivery({ type: 'uploaded' }),
  delivery({ type: 'inspected', durationMs: 9_980, peaks: [1, 2], isCutShort: false }),
];
export const titled: RecorderEvent = { type: 'form', event: { type: 'title-changed', title: 'La reja' } };
