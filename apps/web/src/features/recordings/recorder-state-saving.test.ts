import { beforeEach, describe, expect, it, vi } from 'vitest';
import { canQueue, canSave, reduceRecorder } from './recorder-state.ts';
import type { RecorderEvent } from './recorder-types.ts';
import type { DeliveryEvent, DeliveryFailure } from './review/review-state.ts';
import type { FormEvent } from './review/story-form.ts';
import { delivery, inspected, recorded, run, titled } from './testing/recorder-events.ts';

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
