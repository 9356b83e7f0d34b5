import { describe, expect, it } from 'vitest';
import { initialRecorderState } from './idle-state.ts';
import { emptyTranscript } from '../../lib/transcript/transcript-edits.ts';
import { reduceRecorder } from './recorder-state.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { newRecording } from './review/review-state.ts';
import { id, inspected, recorded, run, started } from './testing/recorder-events.ts';

describe('starting a recording', () => {
  it('asks for the microphone once, however often the button is pressed', () => {
    const requesting = run([{ type: 'record-pressed' }]);
    expect(requesting).toEqual({ phase: 'requesting' });
    expect(reduceRecorder(requesting, { type: 'record-pressed' })).toBe(requesting);
  });

  it('says why it cannot record, and allows another try', () => {
    const blocked = run([{ type: 'record-pressed' }, { type: 'capture-refused', refusal: 'denied' }]);
    expect(blocked).toEqual({ phase: 'blocked', refusal: 'denied' });
    expect(reduceRecorder(blocked, { type: 'record-pressed' })).toEqual({ phase: 'requesting' });
  });

  it('ignores a start that was not requested', () => {
    expect(run([{ type: 'recording-started', id, storage: 'stored', isMuted: false }])).toEqual({
      phase: 'idle',
    });
  });
});

const at = (recordedMs: number) => reduceRecorder(run(started), { type: 'ticked', recordedMs });

describe('the recording timer', () => {
  it('L207: counts whole seconds of the clock, not ticks', () => {
    expect(at(999)).toMatchObject({ elapsedMs: 0 });
    expect(at(1000)).toMatchObject({ elapsedMs: 1000 });
    expect(at(60_400)).toMatchObject({ elapsedMs: 60_000 });
  });

  it('changes nothing within a second', () => {
    const state = at(1000);
    expect(reduceRecorder(state, { type: 'ticked', recordedMs: 1900 })).toBe(state);
  });

  it('L204: stops by itself at three hundred seconds', () => {
    expect(at(299_999)).toMatchObject({ phase: 'recording', elapsedMs: 299_000 });
    expect(at(300_000)).toMatchObject({ phase: 'stopping', id, elapsedMs: 300_000, stoppedBy: 'limit' });
  });

  it('never exceeds the limit when a tick comes late', () => {
    expect(at(395_000)).toMatchObject({ phase: 'stopping', elapsedMs: 300_000 });
  });
});

describe('a pause', () => {
  const paused = run([...started, { type: 'pause-switched', isPaused: true }]);

  it('keeps the recording and its warnings, and can be ended', () => {
    expect(paused).toMatchObject({ phase: 'recording', id, isPaused: true });
    const resumed = reduceRecorder(paused, { type: 'pause-switched', isPaused: false });
    expect(resumed).toEqual(run(started));
  });

  it('can be stopped, by the user or by a microphone that is unplugged', () => {
    for (const by of ['person', 'microphone-lost'] as const) {
      const stopping = reduceRecorder(paused, { type: 'stopped', by, recordedMs: 4_000 });
      expect(stopping).toMatchObject({ phase: 'stopping', isPaused: true, elapsedMs: 4_000, stoppedBy: by });
    }
  });

  it('is ignored while nothing is recorded', () => {
    for (const state of [initialRecorderState, run(recorded)]) {
      expect(reduceRecorder(state, { type: 'pause-switched', isPaused: true })).toBe(state);
    }
  });
});

describe('ending a recording', () => {
  it('has a recording to review, without anything to play yet', () => {
    expect(run(recorded)).toMatchObject({
      recording: {
        id,
        durationMs: 10_000,
        stoppedBy: 'person',
        isStored: true,
        src: null,
        fileName: '',
        peaks: null,
      },
    });
  });

  it('stops once, with the first cause', () => {
    const stopping = run([...started, { type: 'stopped', by: 'person', recordedMs: 4000 }]);
    expect(reduceRecorder(stopping, { type: 'stopped', by: 'recorder-error', recordedMs: 4900 })).toBe(
      stopping,
    );
    expect(reduceRecorder(stopping, { type: 'ticked', recordedMs: 395_000 })).toBe(stopping);
  });

  it('reports a recording without sound', () => {
    const state = run([
      ...started,
      { type: 'stopped', by: 'person', recordedMs: 1001 },
      { type: 'nothing-recorded' },
    ]);
    expect(state).toEqual({ phase: 'blocked', refusal: 'silent' });
  });

  it('remembers a full storage until the recording ends', () => {
    const state = run([
      ...started,
      { type: 'warned', warnings: { storage: 'failing' } },
      { type: 'ticked', recordedMs: 4000 },
    ]);
    expect(state).toMatchObject({ warnings: { storage: 'failing', muted: false } });
    const stopped = run([{ type: 'stopped', by: 'person', recordedMs: 4000 }, { type: 'recorded' }], state);
    expect(stopped).toMatchObject({ recording: { isStored: false } });
  });

  it('forgets a full storage if the last seconds could be stored after all', () => {
    const state = run([
      ...started,
      { type: 'warned', warnings: { storage: 'failing' } },
      { type: 'stopped', by: 'person', recordedMs: 4000 },
      { type: 'warned', warnings: { storage: 'stored' } },
      { type: 'recorded' },
    ]);
    expect(state).toMatchObject({ recording: { isStored: true } });
  });
});

describe('a recording in review', () => {
  it('follows the last report of the storage', () => {
    const lost = run([...recorded, { type: 'warned', warnings: { storage: 'failing' } }]);
    expect(lost).toMatchObject({ recording: { id, isStored: false } });
    expect(reduceRecorder(lost, { type: 'warned', warnings: { storage: 'stored' } })).toEqual(run(recorded));
    expect(reduceRecorder(lost, { type: 'warned', warnings: { muted: true } })).toBe(lost);
  });

  it('ignores another press on "record"', () => {
    const state = run(recorded);
    expect(reduceRecorder(state, { type: 'record-pressed' })).toBe(state);
  });

  it.each([
    ['requesting', started.slice(0, 1)],
    ['recording', started],
    ['review', inspected],
  ])('can be put aside, as in any other phase: %s', (phase, events) => {
    expect(run(events)).toMatchObject({ phase });
    expect(run([...events, { type: 'put-aside' }])).toEqual({ phase: 'idle' });
  });
});

const recovered: RecorderEvent = {
  type: 'recovered',
  recording: newRecording({ id, durationMs: 4000, stoppedBy: 'person', isStored: true }),
  form: { title: 'A medias', tags: ['humor'], transcript: emptyTranscript },
};

describe('recording again and recovering', () => {
  it('continues with an earlier recording as if it had just been recorded', () => {
    for (const before of [[], [{ type: 'record-pressed' }] as const]) {
      expect(run([...before, recovered])).toMatchObject({
        phase: 'review',
        recording: { id },
        form: { title: 'A medias' },
        delivery: { step: 'uploading' },
      });
    }
  });

  it('does not let a recovered recording replace a running one', () => {
    const state = run(started);
    expect(reduceRecorder(state, recovered)).toBe(state);
  });
});
