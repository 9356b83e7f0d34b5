import { storiesText } from '../../../messages/stories.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { showStoryError } from '../show-story-error.ts';

const toShareUrl = (storyId: string, origin: string): string => `${origin}/?story=${storyId}`;

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Shares through the system's share sheet if there is one, else copies to the clipboard. */
export async function shareStory(story: { readonly id: string; readonly title: string }): Promise<void> {
  const url = toShareUrl(story.id, location.origin);
  // Missing in some browsers, although the types declare it.
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: story.title, url });
      return;
    } catch (error) {
      if (isCancelled(error)) return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: storiesText.linkCopied });
  } catch {
    showStoryError(storiesText.errors.copyLink);
  }
}
