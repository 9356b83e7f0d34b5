import type { StorySummary } from '@relato/contract/stories/types';
import { Ellipsis } from 'lucide-react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { createSheetStore } from '../../../lib/layout/sheet-store.ts';
import { storyMenuText } from '../../../messages/stories/story-menu.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { StoryMenuStep } from './story-menu-sheet.tsx';

const StoryMenuSheet = lazySheet(async () => (await import('./story-menu-sheet.tsx')).StoryMenuSheet);

// Cards remount when a visitor signs in meanwhile.
const sheet = createSheetStore<{
  readonly storyId: string;
  readonly step: StoryMenuStep;
  readonly href: string;
}>();

/** Opens the viewer's private actions on a story. */
export function StoryMenu({ story }: { readonly story: StorySummary }) {
  const step = sheet.useOpened((opened) =>
    opened?.storyId === story.id && opened.href === location.href ? opened.step : null,
  );
  const open = (next: StoryMenuStep) => sheet.set({ storyId: story.id, step: next, href: location.href });
  // A choice closes the sheet when its answer arrives, and the menu of another story may be open by then.
  const close = () => {
    if (sheet.get()?.storyId === story.id) sheet.set(null);
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
