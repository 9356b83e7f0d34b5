import { call, type HttpClient } from '../fixtures.ts';
import { createInspectedRecording } from './inspected-recording.ts';

/**
 * A voice of 53 seconds. Stories with an MP3 recording are published without encoding, which would take seconds of processor
 * time for each story of the tests.
 */
export const longVoice = 'voice_53s.mp3';

export interface UploadStoryOptions {
  readonly title: string;
  /** The default is the text of the fake transcriber. */
  readonly transcript?: string;
  readonly tags?: readonly string[];
  readonly published?: boolean;
  /** A file of packages/testing/fixtures/audio. The default is a voice of four seconds. */
  readonly recording?: string;
}

/** Creates a story over HTTP for the user of the page. Returns its id. */
export async function uploadStory(
  page: HttpClient,
  { title, transcript, tags = [], published = true, recording = 'voice_4s.mp3' }: UploadStoryOptions,
): Promise<string> {
  const recordingId = await createInspectedRecording(page, recording);
  const { id } = await call<{ id: string }>(page, 'stories.create', { recordingId, title, transcript, tags });
  if (published) await call(page, 'stories.publish', { id });
  return id;
}
