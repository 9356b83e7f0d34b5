import { defaults } from '@relato/contract/text/defaults';
import type { RecordingId, StoryId, UserId } from '@relato/contract/ids';
import type { RecordingStatus } from '@relato/contract/recordings/types';
import { visibilityOf } from '@relato/contract/stories/rules';
import type { Story, StoryVisibility } from '@relato/contract/stories/types';
import type { TranscriptionStatus } from '@relato/contract/transcription/types';
import type { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode, getErrorData, isTransientError } from '../../lib/errors/error-data.ts';
import { type DiscardOutcome, discardOnServer } from './drafts/store/discards.ts';
import type { SentInput, StoryInput } from './review/story-form.ts';

export type TrpcClient = ReturnType<typeof trpc.useUtils>['client'];

type StoryChanges = Partial<Omit<StoryInput, 'answers'>> & {
  readonly visibility?: StoryVisibility;
  /** Detaches the story from the question or story that it answers. */
  readonly leaves?: true;
};

/** The server calls of the recorder; tests bring their own. */
export interface RecorderApi {
  /** Rejects for another account than `ownerId`, if that is known. */
  readonly begin: (id: RecordingId, claimedType: string, ownerId: UserId | null) => Promise<void>;
  readonly getRecording: (id: RecordingId, signal: AbortSignal) => Promise<RecordingStatus>;
  /** Deletes the recording on the server, or notes the deletion for later without a network. Never throws. */
  readonly discard: (id: RecordingId, ownerId: UserId) => Promise<DiscardOutcome>;
  readonly getTranscription: (id: RecordingId, signal: AbortSignal) => Promise<TranscriptionStatus>;
  readonly retryTranscription: (id: RecordingId) => Promise<void>;
  readonly createStory: (id: RecordingId, input: StoryInput) => Promise<Story>;
  /** Leaves missing fields unchanged. */
  readonly updateStory: (story: Pick<Story, 'id'>, changes: StoryChanges) => Promise<Story>;
}

const agreed = { voicesAgreed: true } as const;

/** Choosing that all may hear an answer confirms that the recorded people agree. */
function toAnswered({ token, kind, visibility }: NonNullable<StoryInput['answers']>) {
  const isForAll = visibility === 'published' || (kind === 'reply' && visibility === 'shared');
  const choice = { visibility, ...(isForAll && agreed) };
  // The server checks every id.
  return kind ? { origin: { id: token as StoryId, kind, ...choice } } : { answers: { token, ...choice } };
}

export function toRecorderApi(client: TrpcClient): RecorderApi {
  const { recordings, transcription, stories } = client;
  return {
    begin: (id, claimedType, ownerId) =>
      recordings.begin.mutate({ id, claimedType, ...(ownerId !== null && { ownerId }) }),
    getRecording: (id, signal) => recordings.status.query({ id }, { signal }),
    discard: (id, userId) => discardOnServer({ id, userId }, (input) => recordings.discard.mutate(input)),
    getTranscription: (recordingId, signal) => transcription.status.query({ recordingId }, { signal }),
    retryTranscription: (recordingId) => transcription.retry.mutate({ recordingId }),
    createStory: (recordingId, { tags, answers, ...input }) =>
      stories.create.mutate({
        recordingId,
        ...input,
        tags: [...tags],
        ...(answers && toAnswered(answers)),
      }),
    updateStory: async ({ id }, { title, transcript, tags, visibility, leaves }) => {
      if (leaves) await stories.leaveThread.mutate({ id });
      const changes = { private: stories.unpublish, shared: stories.share };
      if (visibility === 'published') await stories.publish.mutate({ id, ...agreed });
      else if (visibility) await changes[visibility].mutate({ id });
      if (tags) await stories.updateTags.mutate({ id, tags: [...tags] });
      return stories.update.mutate({
        id,
        ...(title !== undefined && { title }),
        ...(transcript !== undefined && { transcript }),
      });
    },
  };
}

// The schema of the brand needs Zod, which stays out of the browser; the server checks every id.
export const toRecordingId = (uuid: string): RecordingId => uuid as RecordingId;

/** Creates the id in the browser, so that the server recognizes a repeated call. */
export const newRecordingId = (): RecordingId => toRecordingId(crypto.randomUUID());

interface SaveOptions {
  readonly id: RecordingId;
  readonly input: StoryInput;
  /** The recognized text, which a missing `transcript` of the input stands for. Undefined if it is unknown. */
  readonly heard: string | undefined;
  /** The input of an earlier save whose answer was lost. */
  readonly sentInput: SentInput | null;
  readonly api: RecorderApi;
  /** Stores the input while its outcome is unknown. */
  readonly remember: (sentInput: SentInput | null) => void;
}

/**
 * Creates exactly one story from a recording. If an earlier call got no answer, the story may already exist: the call is
 * repeated, which the server recognizes, and later changes become an update. Nothing else is updated, because the author may
 * have changed it elsewhere since. If another device has saved the recording, the fields that were written here become an
 * update too. Throws the server's error; `remember` has noted then whether the story may exist. Returns the stored story.
 */
export async function saveStory({ id, input, heard, sentInput, api, remember }: SaveOptions): Promise<Story> {
  const { answers: sentAnswers, isRechosen: wasRechosen, ...sent }: SentInput = sentInput ?? input;
  // Otherwise an update would keep a text that was sent, and taken back since.
  const isTakenBack = sent.transcript !== undefined && heard !== undefined;
  const { answers, ...fields } = isTakenBack ? { transcript: heard, ...input } : input;
  const isRechosen = wasRechosen || answers?.visibility !== sentAnswers?.visibility;
  remember({ ...(sentInput ?? input), ...(isRechosen && { isRechosen }) });
  let story: Story;
  try {
    // The repeated call may name other listeners. The server ignores them when it compares the calls, so the last choice
    // wins.
    story = await api.createStory(id, { ...sent, ...(answers && { answers }) });
  } catch (error) {
    const existing = getExistingStory(error);
    if (existing) return api.updateStory(existing, toWritten(input));
    // A refusal means that this call created no story, but an earlier one may have; a missing answer says nothing.
    if (getErrorCode(error) !== null && !isTransientError(error)) remember(sentInput);
    throw error;
  }
  const wished = isRechosen ? toPossible(answers?.visibility ?? 'private', story) : null;
  const isOtherwiseHeard = wished !== null && wished !== visibilityOf(story);
  const leaves = !answers && (story.origin !== undefined || story.question !== undefined);
  const isUnchanged = isSame(sent, fields);
  if (isUnchanged && !isOtherwiseHeard && !leaves) return story;
  return api.updateStory(story, {
    ...(!isUnchanged && fields),
    ...(leaves && { leaves }),
    ...(isOtherwiseHeard && { visibility: wished }),
  });
}

/** Returns the visibility that the story can have, because only an answer can be shared. */
const toPossible = (visibility: StoryVisibility, { question, isShared }: Story): StoryVisibility =>
  visibility === 'shared' && !question && !isShared ? 'private' : visibility;

function getExistingStory(error: unknown): Pick<Story, 'id'> | null {
  const id = getErrorCode(error) === 'STORY_EXISTS' ? getErrorData(error)?.storyId : null;
  return typeof id === 'string' ? { id: id as StoryId } : null; // the server checks every id
}

/** Omits the title and the tags that were not written here, because another device may have written them. */
const toWritten = ({ title, tags, answers: _answers, ...text }: StoryInput): StoryChanges => ({
  ...text,
  ...(title !== defaults.storyTitle && { title }),
  ...(tags.length > 0 && { tags }),
});

const isSame = (one: StoryChanges, other: StoryChanges): boolean =>
  one.title === other.title &&
  one.transcript === other.transcript &&
  JSON.stringify(one.tags) === JSON.stringify(other.tags);
