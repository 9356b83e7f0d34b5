import type { RecordingId } from '@relato/contract/ids';
import type { Story } from '@relato/contract/stories/types';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import type { RecorderApi } from '../recorder-api.ts';
import type { StoryInput } from './story-form.ts';

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
