import type { RecordingId, UserId } from '@relato/contract/ids';
import type { RecordingStatus } from '@relato/contract/recordings/types';
import type { Story } from '@relato/contract/stories/types';
import type { TranscriptionStatus } from '@relato/contract/transcription/types';
import type { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../lib/errors/error-data.ts';
import type { StoryInput } from './review/story-form.ts';

export type TrpcClient = ReturnType<typeof trpc.useUtils>['client'];

/** What the recorder asks of the server; a test brings its own. */
export interface RecorderApi {
  /** For the account that recorded it only. */
  readonly begin: (id: RecordingId, claimedType: string, ownerId: UserId | null) => Promise<void>;
  readonly getRecording: (id: RecordingId, signal: AbortSignal) => Promise<RecordingStatus>;
  readonly suggestPeaks: (id: RecordingId, peaks: readonly number[]) => Promise<void>;
  readonly discard: (id: RecordingId) => Promise<void>;
  readonly getTranscription: (id: RecordingId, signal: AbortSignal) => Promise<TranscriptionStatus>;
  readonly retryTranscription: (id: RecordingId) => Promise<void>;
  readonly createStory: (id: RecordingId, input: StoryInput) => Promise<Story>;
  readonly updateStory: (story: Story, input: StoryInput) => Promise<Story>;
}

export function toRecorderApi(client: TrpcClient): RecorderApi {
  const { recordings, transcription, stories } = client;
  return {
    begin: (id, claimedType, ownerId) =>
      recordings.begin.mutate({ id, claimedType, ...(ownerId !== null && { ownerId }) }),
    getRecording: (id, signal) => recordings.status.query({ id }, { signal }),
    suggestPeaks: (id, peaks) => recordings.suggestPeaks.mutate({ id, peaks: [...peaks] }),
    discard: (id) => recordings.discard.mutate({ id }),
    getTranscription: (recordingId, signal) => transcription.status.query({ recordingId }, { signal }),
    retryTranscription: (recordingId) => transcription.retry.mutate({ recordingId }),
    createStory: (recordingId, { tags, ...input }) =>
      stories.create.mutate({ recordingId, ...input, tags: [...tags] }),
    updateStory: async ({ id }, { title, transcript, tags }) => {
      await stories.updateTags.mutate({ id, tags: [...tags] });
      return stories.update.mutate({ id, title, ...(transcript === undefined ? {} : { transcript }) });
    },
  };
}

// The brand's schema is zod's, which stays out of the browser; the server checks every id that it gets.
export const toRecordingId = (uuid: string): RecordingId => uuid as RecordingId;

/** Made here, so that a repeated call is the same recording. */
export const newRecordingId = (): RecordingId => toRecordingId(crypto.randomUUID());

interface SaveOptions {
  readonly id: RecordingId;
  readonly input: StoryInput;
  /** What was sent before, when its answer was lost. */
  readonly sentInput: StoryInput | null;
  readonly api: RecorderApi;
  /** Remembers what is being sent, until it is known what became of it. */
  readonly remember: (sentInput: StoryInput | null) => void;
}

/** `existed`: it was saved before with other data, and this browser does not know which. */
export type SaveResult = 'saved' | 'existed';

/**
 * Makes a story of a recording, exactly one. If an earlier call got no answer, the story may be there already: the
 * same call is repeated, which the server knows, and what the person changed since is a change of that story.
 * Throws what the server said; `remember` has then been told whether the story may be there.
 */
export async function saveStory({ id, input, sentInput, api, remember }: SaveOptions): Promise<SaveResult> {
  const sent = sentInput ?? input;
  remember(sent);
  let story: Story;
  try {
    story = await api.createStory(id, sent);
  } catch (error) {
    if (getErrorCode(error) === 'STORY_EXISTS') return 'existed';
    // Refused, so it is not there; an answer that did not come says nothing.
    if (getErrorCode(error) !== null && !isTransientError(error)) remember(null);
    throw error;
  }
  if (!isSame(sent, input)) await api.updateStory(story, input);
  return 'saved';
}

const isSame = (one: StoryInput, other: StoryInput): boolean =>
  one.title === other.title &&
  one.transcript === other.transcript &&
  JSON.stringify(one.tags) === JSON.stringify(other.tags);
