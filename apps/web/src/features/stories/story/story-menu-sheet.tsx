import type { StorySummary } from '@relato/contract/stories/types';
import { ListPlus } from 'lucide-react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { DeviceSetting } from '../../../lib/settings/device-setting.tsx';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { collectionsText } from '../../../messages/stories/collections.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PersonChoices } from '../../blocks/public.ts';
import { NotForMe } from '../for-me/for-me-card.tsx';
import { CollectionChoices, LaterButton } from '../../collections/public.ts';

export type StoryMenuStep = 'start' | 'collections';

interface StoryMenuSheetProps {
  readonly story: StorySummary;
  readonly step: StoryMenuStep;
  readonly onStep: (step: StoryMenuStep) => void;
  readonly onClose: () => void;
}

/** Keeps a story for later, leaves it out of 'Para ti', mutes or blocks its author, and stops motion on the cards. */
export function StoryMenuSheet({ story, step, onStep, onClose }: StoryMenuSheetProps) {
  const requireSession = useRequireSession();
  const { author } = story;
  const choose = () => requireSession(() => onStep('collections'), { purpose: 'collect' }, onClose);
  return (
    <ModalSheet title={step === 'start' ? story.title : collectionsText.choose} onClose={onClose}>
      {step === 'start' ? (
        <>
          {(story.published || story.viewer.canEdit) && (
            <div className="mt-3 grid gap-2">
              <LaterButton storyId={story.id} onDone={onClose} />
              <Button variant="secondary" onClick={choose}>
                <ListPlus aria-hidden="true" />
                {collectionsText.menu.collect}
              </Button>
            </div>
          )}
          {story.reason && <NotForMe story={story} onDone={onClose} />}
          {author && !story.viewer.canEdit && (
            <section aria-label={toAuthorName(author)} className="mt-5 border-t border-line pt-4">
              <h2 className="font-ui text-lg font-[650]">{toAuthorName(author)}</h2>
              <PersonChoices person={author} onClose={onClose} />
            </section>
          )}
          <div className="mt-5 border-t border-line">
            <DeviceSetting name="silentReading" />
          </div>
        </>
      ) : (
        <>
          <p dir="auto" className="mt-1 truncate text-muted">
            {story.title}
          </p>
          <CollectionChoices storyId={story.id} />
        </>
      )}
    </ModalSheet>
  );
}
