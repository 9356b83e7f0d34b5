import { describe, expect, it } from 'vitest';
import { reduceRecorder } from '../recorder-state.ts';
import type { RecorderEvent } from '../recorder-types.ts';
import type { DeliveryEvent } from './review-state.ts';
import { delivery, id, inspected, recorded, run, titled } from '../testing/recorder-events.ts';

describe('delivering a recording', () => {
  it('is inspected after the upload, and shows if that takes long', () => {
    const uploaded = run([...recorded, delivery({ type: 'uploaded' })]);
    expect(uploaded).toMatchObject({ delivery: { step: 'inspecting', isDelayed: false } });
    const delayed = reduceRecorder(uploaded, delivery({ type: 'inspection-delayed' }));
    expect(delayed).toMatchObject({ phase: 'review', delivery: { step: 'inspecting', isDelayed: true } });
  });

  it('shows why the transcription waits until it continues', () => {
    const waiting = run([...inspected, delivery({ type: 'transcription-waits', trouble: 'no_speech' })]);
    expect(waiting).toMatchObject({ delivery: { step: 'transcribing', trouble: 'no_speech' } });
    expect(reduceRecorder(waiting, delivery({ type: 'transcription-waits', trouble: null }))).toEqual(
      run(inspected),
    );
  });

  it('continues automatically after a network failure', () => {
    const failed = run([...recorded, delivery({ type: 'delivery-failed', failure: 'network' })]);
    expect(reduceRecorder(failed, delivery({ type: 'upload-progressed', ratio: 0.5 }))).toMatchObject({
      delivery: { step: 'uploading', ratio: 0.5 },
    });
  });

  it.each<DeliveryEvent>([
    { type: 'inspection-delayed' },
    { type: 'transcription-waits', trouble: null },
    { type: 'transcription-retried' },
    { type: 'delivery-retried' },
  ])('ignores $type in another step', (event) => {
    const state = run(recorded);
    expect(reduceRecorder(state, delivery(event))).toBe(state);
  });

  it('L204: goes through upload, inspection and transcription', () => {
    const uploading = run([...recorded, delivery({ type: 'upload-progressed', ratio: 0.4 })]);
    expect(uploading).toMatchObject({ phase: 'review', delivery: { step: 'uploading', ratio: 0.4 } });
    const state = run(inspected);
    expect(state).toMatchObject({
      delivery: { step: 'transcribing', trouble: null },
      recording: { durationMs: 9980, peaks: [1, 2] },
    });
    expect(
      reduceRecorder(
        state,
        delivery({ type: 'transcribed', text: 'Eran las tres', words: null, isUnsure: false }),
      ),
    ).toMatchObject({
      delivery: { step: 'ready', trouble: null },
      form: { transcript: { heard: { text: 'Eran las tres' }, isProvisional: false } },
    });
  });

  it('REL-37: takes a text that does not look Spanish, and marks it as unsure', () => {
    const event = delivery({ type: 'transcribed', text: 'The train', words: null, isUnsure: true });
    expect(reduceRecorder(run(inspected), event)).toMatchObject({
      delivery: { step: 'ready', trouble: null },
      form: { transcript: { heard: { text: 'The train', isUnsure: true }, written: null } },
    });
  });

  it('keeps the waveform that was measured in the browser', () => {
    const prepared: RecorderEvent = {
      type: 'playback-prepared',
      src: 'blob:1',
      fileName: 'mi-historia.webm',
      peaks: [9, 9],
    };
    const before = run([
      ...recorded,
      prepared,
      delivery({ type: 'inspected', durationMs: 1, peaks: [1, 2], isCutShort: true }),
    ]);
    expect(before).toMatchObject({ recording: { src: 'blob:1', peaks: [9, 9], isCutShort: true } });
    expect(reduceRecorder(run(inspected), { ...prepared, peaks: null })).toMatchObject({
      recording: { peaks: [1, 2] },
    });
  });

  it('does not return to uploading after a late progress report', () => {
    const state = run(inspected);
    expect(reduceRecorder(state, delivery({ type: 'upload-progressed', ratio: 0.9 }))).toBe(state);
  });

  it('keeps the recording and the form after a failure, and can be retried', () => {
    const failed = run([...recorded, titled, delivery({ type: 'delivery-failed', failure: 'network' })]);
    expect(failed).toMatchObject({ delivery: { step: 'failed', failure: 'network' }, recording: { id } });
    expect(reduceRecorder(failed, delivery({ type: 'delivery-retried' }))).toMatchObject({
      delivery: { step: 'uploading', ratio: 0 },
      form: { title: 'La reja' },
    });
  });

  it('can retry a failed transcription', () => {
    const failed = run([...inspected, delivery({ type: 'transcription-failed', trouble: 'no_speech' })]);
    expect(failed).toMatchObject({ delivery: { step: 'ready', trouble: 'no_speech' } });
    expect(reduceRecorder(failed, delivery({ type: 'transcription-retried' }))).toMatchObject({
      delivery: { step: 'transcribing' },
    });
  });
});
