import { showToast } from '../../../ui/toasts/toast-store.ts';
import { showStoryError } from '../show-story-error.ts';

interface Outcomes {
  readonly copied: string;
  readonly failed: string;
}

/** Copies a text and shows whether that worked. Returns false if the browser refused. */
export async function copyText(text: string, { copied, failed }: Outcomes): Promise<boolean> {
  try {
    // Pages without TLS lack it, although the types declare it.
    await navigator.clipboard.writeText(text);
    showToast({ title: copied });
    return true;
  } catch {
    showStoryError(failed);
    return false;
  }
}
