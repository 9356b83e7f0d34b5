import type { StorySummary } from '@relato/contract/stories/types';
import { Ellipsis } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { createListeners } from '../../../lib/listeners.ts';
import { storyMenuText } from '../../../messages/stories/story-menu.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { StoryMenuStep } from './story-menu-sheet.tsx';

const StoryMenuSheet = lazySheet(async () => (await import('./story-menu-sheet.tsx')).StoryMenuSheet);

// Kept outside the cards, which remount when a visitor signs in meanwhile.
let opened: { readonly storyId: string; readonly step: StoryMenuStep; readonly href: string } | null = null;
const { subscribe, notify } = createListeners();
// The sheet belongs to the screen that is being left.
window.addEventListener('popstate', () => {
  opened = null;
  notify();
});

/** Opens the viewer's private actions on a story. */
export function StoryMenu({ story }: { readonly story: StorySummary }) {
  const step = useSyncExternalStore(subscribe, () =>
    opened?.storyId === story.id && opened.href === location.href ? opened.step : null,
  );
  const open = (next: StoryMenuStep | null) => {
    opened = next && { storyId: story.id, step: next, href: location.href };
    notify();
  };
  // A choice closes the sheet when its answer arrives, and the menu of another story may be open by then.
  const close = () => {
    if (opened?.storyId === story.id) open(null);
  };
  return (
    <>
      <IconButton
        label={storyMenuText(story.title)}
        icon={<Ellipsis />}
        className="-my-1 text-muted"
        onClick={() => open('start')}
      />
      {step && <StoryMenuSheet story={story} step={step} onStep={open} onClose={close} />}
    </>
  );
}
