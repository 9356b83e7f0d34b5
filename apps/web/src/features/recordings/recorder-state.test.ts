import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initialRecorderState } from './idle-state.ts';
import { emptyTranscript } from '../../lib/transcript/transcript-edits.ts';
import { canQueue, canSave, reduceRecorder } from './recorder-state.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { newRecording, type DeliveryEvent, type DeliveryFailure } from './review/review-state.ts';
import type { FormEvent } from './review/story-form.ts';
import { delivery, id, inspected, recorded, run, started, titled } from './testing/recorder-events.ts';

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

const failedBy = (failure: DeliveryFailure) =>
  run([...recorded, titled, delivery({ type: 'delivery-failed', failure })]);

describe('a recording that is to be saved while the server cannot be reached', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: {} });
    return () => vi.unstubAllGlobals();
  });

  it.each<[DeliveryFailure, boolean]>([
    ['network', true],
    ['server', true],
    ['disk-full', true],
    ['network-full', true],
    ['sign-in', false],
    ['other-account', false],
    ['rejected', false],
  ])('can wait if the failure passes by itself: %s', (failure, can) => {
    expect(canQueue(failedBy(failure), true)).toBe(can);
  });

  it('can wait before the first failure if the browser reports that it is offline', () => {
    const uploading = run([...recorded, titled]);
    expect(canQueue(uploading, false)).toBe(true);
    expect(canQueue(uploading, true)).toBe(false);
    expect(canQueue(reduceRecorder(uploading, { type: 'save-pressed' }), false)).toBe(true);
    // The server has the sound; only the story is missing.
    expect(canQueue(run([...inspected, titled]), false)).toBe(true);
    expect(canQueue(run([...inspected, titled]), true)).toBe(false);
    const refused = delivery({ type: 'refused', reason: 'AUDIO_EMPTY' });
    expect(canQueue(run([...recorded, titled, refused]), false)).toBe(false);
  });

  it('cannot wait without a title, where nothing is stored, or without locks', () => {
    expect(canQueue(run(recorded), false)).toBe(false);
    const lost: RecorderEvent = { type: 'warned', warnings: { storage: 'failing' } };
    expect(canQueue(reduceRecorder(failedBy('network'), lost), false)).toBe(false);
    vi.stubGlobal('navigator', {});
    expect(canQueue(failedBy('network'), false)).toBe(false);
  });
});

const edit = (event: FormEvent): RecorderEvent => ({ type: 'form', event });

describe('saving a recording', () => {
  const savable = run([...inspected, titled]);

  it('L139, L265: requires a title that is not blank', () => {
    expect(canSave(savable)).toBe(true);
    const blank = reduceRecorder(savable, { type: 'form', event: { type: 'title-changed', title: '   ' } });
    expect(canSave(blank)).toBe(false);
    expect(reduceRecorder(blank, { type: 'save-pressed' })).toBe(blank);
  });

  it('L264: is possible during transcription', () => {
    expect(savable).toMatchObject({ delivery: { step: 'transcribing' } });
    expect(canSave(savable)).toBe(true);
    const heard = delivery({ type: 'transcribed', text: 'Hola', words: null, isUnsure: false });
    expect(canSave(reduceRecorder(savable, heard))).toBe(true);
    expect(canSave(run([...inspected, titled, delivery({ type: 'refused', reason: 'AUDIO_EMPTY' })]))).toBe(
      false,
    );
  });

  const press: RecorderEvent = { type: 'save-pressed' };
  const arrives = inspected.slice(recorded.length);

  it('REL-36: L264: a press before the sound was accepted waits for it, through any number of failures', () => {
    const pressed = run([...recorded, titled, press]);
    expect(pressed).toMatchObject({ phase: 'waiting', delivery: { step: 'uploading' } });
    expect(reduceRecorder(pressed, press)).toEqual(pressed);
    const offline = delivery({ type: 'delivery-failed', failure: 'network' });
    expect(run([offline], pressed).phase).toBe('waiting');
    expect(run([offline, delivery({ type: 'delivery-restarted' }), ...arrives], pressed).phase).toBe(
      'saving',
    );
    // The button was pressed after the failure and before the next attempt, and the screen had shown neither.
    expect(run([...recorded, titled, offline, press, ...arrives]).phase).toBe('saving');
  });

  it.each<[string, DeliveryEvent]>([
    ['a refusal', { type: 'refused', reason: 'AUDIO_EMPTY' }],
    ['the end of the session', { type: 'delivery-failed', failure: 'sign-in' }],
  ])('REL-36: a waiting press ends with the message for %s', (_what, event) => {
    const ended = run([...recorded, titled, press, delivery(event)]);
    expect(ended).toEqual(run([...recorded, titled, delivery(event)]));
    expect(ended.phase).toBe('review');
  });

  it('REL-36: saves text that was typed while a press waited', () => {
    const form = { title: 'La puerta' };
    const typed = edit({ type: 'title-changed', ...form });
    expect(run([...recorded, titled, press, typed, ...arrives])).toMatchObject({ phase: 'saving', form });
    expect(run([...recorded, titled, press, edit({ type: 'title-changed', title: '' })]).phase).toBe(
      'review',
    );
  });

  it('happens once, however often the button is pressed', () => {
    const saving = reduceRecorder(savable, { type: 'save-pressed' });
    expect(saving.phase).toBe('saving');
    expect(canSave(saving)).toBe(false);
    expect(reduceRecorder(saving, { type: 'save-pressed' })).toBe(saving);
  });

  it('keeps everything after a failure', () => {
    const failed = run([{ type: 'save-pressed' }, { type: 'save-failed' }], savable);
    expect(failed).toEqual(savable);
  });

  it('accepts a transcript that arrives meanwhile', () => {
    const saving = reduceRecorder(savable, { type: 'save-pressed' });
    expect(
      reduceRecorder(saving, delivery({ type: 'transcribed', text: 'Hola', words: null, isUnsure: false })),
    ).toMatchObject({
      phase: 'saving',
      form: { transcript: { heard: { text: 'Hola' } } },
    });
  });

  it('prevents discarding and changing the recording meanwhile', () => {
    const saving = reduceRecorder(savable, { type: 'save-pressed' });
    expect(reduceRecorder(saving, { type: 'discarded' })).toBe(saving);
    expect(reduceRecorder(saving, titled)).toBe(saving);
  });

  it('L205-206: clears audio, transcript, title, tags, duration and timer', () => {
    const next = run([{ type: 'save-pressed' }, { type: 'saved' }, ...recorded], savable);
    expect(run([{ type: 'save-pressed' }, { type: 'saved' }], savable)).toEqual({ phase: 'idle' });
    expect(next).toMatchObject({ form: { title: '', tags: [], transcript: { heard: null, written: null } } });
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
