import type { RecordingId, UserId } from '@relato/contract/ids';
import type { RecordingStatus } from '@relato/contract/recordings/types';
import type { Story } from '@relato/contract/stories/types';
import type { TranscriptionStatus } from '@relato/contract/transcription/types';
import type { trpc } from '../../lib/calls/trpc.ts';
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
