import { type ErrorCode, isErrorCode } from '@relato/contract/errors';
import { defaults } from '@relato/contract/text/defaults';
import type { UserId } from '@relato/contract/ids';
import { isBlank } from '@relato/contract/text/rules';
import { getErrorCode } from '../../../../lib/errors/error-data.ts';
import { initialRecorderState } from '../../idle-state.ts';
import { Recorder } from '../../recorder.ts';
import type { RecorderDependencies, SavedRecording } from '../../recorder-dependencies.ts';
import { reduceRecorder } from '../../recorder-state.ts';
import type { RecorderEvent, RecorderState } from '../../recorder-types.ts';
import { passingFailures } from '../../review/review-state.ts';
import { type StoryForm, toUnsharedAnswer } from '../../review/story-form.ts';
import { toFailure } from '../../upload/delivery.ts';
import { type Draft, type DraftChanges, type DraftTrouble, finalTroubles } from '../store/draft-store.ts';

interface SaveDraftsOptions {
  readonly userId: UserId;
  /** `due` saves only the drafts whose earlier save failed. */
  readonly which: 'all' | 'due';
  readonly dependencies: RecorderDependencies;
  /** Called while a draft is being saved, and with null when that ends. */
  readonly onProgress: (draft: Draft, progress: SavingProgress | null) => void;
}

export interface SavingProgress {
  readonly step: 'uploading' | 'saved';
  /** From 0 to 1. */
  readonly ratio: number;
}

/**
 * Saves this user's local recordings, oldest first, and returns their outcomes. An answer whose user pressed the button gets
 * the listeners that they chose; all others are private, and answer no question. A draft that fails is logged and kept for
 * the next time, and one that a tab works on is skipped.
 */
export async function saveDrafts({
  userId,
  which,
  dependencies,
  onProgress,
}: SaveDraftsOptions): Promise<readonly SavedRecording[]> {
  const drafts = await dependencies.drafts.list(userId);
  const saved: SavedRecording[] = [];
  for (const draft of drafts.toReversed()) {
    if (which === 'due' && !draft.isDue) continue;
    const report = (progress: SavingProgress | null) => onProgress(draft, progress);
    try {
      const one = await saveDraft({ listed: draft, which, dependencies, report });
      if (one) saved.push(one);
      report(one ? { step: 'saved', ratio: 1 } : null);
    } catch (error) {
      console.warn('A recording of before could not be saved', error);
      report(null);
    }
  }
  return saved;
}

const doNothing = (): void => undefined;
/** The sound is not played here, and decoding a long one takes seconds. */
const preparePlayback = async () => ({ src: '', fileName: '', peaks: null });

interface SaveDraftOptions extends Pick<SaveDraftsOptions, 'which' | 'dependencies'> {
  /** Its author may change it while the drafts before it are saved. */
  readonly listed: Draft;
  readonly report: (progress: SavingProgress) => void;
}

/** Runs the recorder without a screen. Returns null if the draft cannot be opened, or is not to be saved. */
async function saveDraft({
  listed,
  which,
  dependencies,
  report,
}: SaveDraftOptions): Promise<SavedRecording | null> {
  const { id } = listed;
  let draft = listed;
  let state: RecorderState = initialRecorderState;
  let settle: (settled: RecorderState) => void = doNothing;
  const settled = new Promise<RecorderState>((resolve) => {
    settle = resolve;
  });
  const recorder = new Recorder({ ...dependencies, preparePlayback }, (event) => {
    state = reduceRecorder(state, event);
    if (state.phase === 'review' && state.delivery.step === 'uploading') {
      report({ step: 'uploading', ratio: state.delivery.ratio });
    }
    if (isSettled(state, event, draft)) settle(state);
  });
  if ((await recorder.recover(id)) !== 'open') return null;
  try {
    draft = (await dependencies.drafts.get(id)) ?? listed;
    if (which === 'due' && !draft.isDue) return null;
    // A draft that the user never chose to save becomes private, and leaves its question open. The choice is stored, because
    // the next attempt finds the draft due.
    const unshared = draft.isDue ? {} : toUnsharedAnswer(draft);
    await dependencies.drafts.update(id, { isDue: true, ...unshared });
    const form = await requireDelivered(await settled, () =>
      dependencies.drafts.update(id, { isDue: false }),
    );
    const title = isBlank(form.title) ? defaults.storyTitle : form.title;
    return await recorder.save({ ...form, title, ...unshared }).catch(async (error: unknown) => {
      await dependencies.drafts.update(id, toRefused(error));
      throw error;
    });
  } finally {
    await recorder.dispose();
  }
}

/**
 * Returns whether the server accepted or refused the recording. If the browser has recognized a text, it also has to say
 * whether it transcribes, because without a transcriber no other copy of the text exists.
 */
function isSettled(state: RecorderState, event: RecorderEvent, { provisionalText }: Draft): boolean {
  if (state.phase !== 'review') return false;
  const { step } = state.delivery;
  return (
    step === 'ready' ||
    step === 'failed' ||
    step === 'refused' ||
    (step === 'inspecting' && state.delivery.isDelayed) ||
    (step === 'transcribing' && (provisionalText === '' || hasTranscriber(event)))
  );
}

const hasTranscriber = (event: RecorderEvent): boolean =>
  event.type === 'delivery' && event.event.type === 'transcription-waits';

/** A recording that is gone is sent again, and one that is not ready will be. */
const resolved: ReadonlySet<ErrorCode> = new Set(['RECORDING_NOT_FOUND', 'RECORDING_NOT_READY']);

/** Returns what the error of a save changes. A refusal that only the user can resolve ends the attempts. */
function toRefused(error: unknown): DraftChanges {
  const failure = toFailure(error);
  if (passingFailures.has(failure)) return { trouble: failure };
  const code = getErrorCode(error);
  if (failure !== 'rejected' || code === null || resolved.has(code)) return {};
  return { isDue: false, trouble: isErrorCode(code) ? code : failure };
}

/** Throws if the server does not have the recording, and first calls `giveUp` if further attempts are useless. */
async function requireDelivered(state: RecorderState, giveUp: () => Promise<unknown>): Promise<StoryForm> {
  if (state.phase !== 'review') throw new Error(`The recording is ${state.phase}`);
  const { delivery, form } = state;
  if (delivery.step === 'inspecting') throw new Error('The server looks into it later');
  if (delivery.step !== 'failed' && delivery.step !== 'refused') return form;
  const trouble: DraftTrouble = delivery.step === 'failed' ? delivery.failure : 'refused';
  if (finalTroubles.has(trouble)) await giveUp();
  throw new Error(delivery.step === 'failed' ? delivery.failure : delivery.reason);
}
