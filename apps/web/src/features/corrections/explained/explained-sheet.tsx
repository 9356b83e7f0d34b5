import type { Explanation } from '@relato/contract/corrections/types';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import { toSpan } from '@relato/contract/transcription/spans';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { player, type Track } from '../../player/public.ts';
import { playSpan } from '../play-span.ts';
import { ExplainedBy } from './explained-by.tsx';
import { RemoveSheet } from './remove-sheet.tsx';
import { toExcerpt } from './to-excerpt.ts';

const JudgeSheet = lazySheet(async () => (await import('./judge-sheet.tsx')).JudgeSheet);

interface ExplainedSheetProps extends Required<Pick<Story, 'explanations'>> {
  readonly story: StorySummary;
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  readonly onClose: () => void;
}

/** Lists the explained words of a story. The author removes them, moderators with a reason, and users withdraw their own. */
export function ExplainedSheet({ story, track, words, explanations, onClose }: ExplainedSheetProps) {
  const session = useSession();
  const list = useRef<HTMLUListElement>(null);
  const [removing, setRemoving] = useState<Explanation | null>(null);
  const isRemoved = useRef(false);
  useEffect(() => {
    if (removing !== null || !isRemoved.current) return;
    // The button that has the focus disappears with its explanation.
    isRemoved.current = false;
    list.current?.focus();
  }, [removing]);
  const isOwnOf = ({ person }: Explanation) =>
    session.status === 'signed-in' && session.user.id === person.id;
  const mayJudge = session.status === 'signed-in' && session.user.role !== 'user';
  const mayRemove = story.viewer.canEdit || mayJudge;
  const finish = () => {
    isRemoved.current = true;
    setRemoving(null);
  };
  return (
    <ModalSheet title={explanationsText.ofStory} onClose={onClose}>
      {explanations.length === 0 && <p className="py-6 text-center text-muted">{explanationsText.none}</p>}
      <ul ref={list} tabIndex={-1} className="mt-2 outline-none">
        {explanations.map((each) => {
          const span = toSpan(words, each.range);
          const isOwn = isOwnOf(each);
          return (
            <li key={each.id} className="border-t border-line py-2 first:border-t-0">
              <div className="flex items-start gap-3">
                <div className="min-w-0 flex-1 wrap-anywhere">
                  <h3 dir="auto" className="font-display text-lg">
                    {each.word}
                  </h3>
                  <p dir="auto">{each.explanation}</p>
                  <p className="text-sm text-muted">{explanationsText.regionsOf(each.regions)}</p>
                  {each.isOpen && <p className="text-sm italic">{explanationsText.waiting}</p>}
                </div>
                {span && (
                  <IconButton
                    label={explanationsText.hear(each.word)}
                    icon={<Play />}
                    onClick={() => playSpan(player, toExcerpt(track), span)}
                  />
                )}
              </div>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <ExplainedBy person={each.person} onLeave={onClose} />
                {(isOwn || mayRemove) && (
                  <TextButton
                    className="min-w-11 justify-end text-sm"
                    aria-label={
                      isOwn
                        ? explanationsText.takeBackWord(each.word)
                        : explanationsText.removeWord(each.word)
                    }
                    onClick={() => setRemoving(each)}
                  >
                    {isOwn ? explanationsText.takeBack : explanationsText.remove}
                  </TextButton>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Link to="/palabras" className={`mt-3 ${buttonClass('secondary', 'small')}`} onClick={onClose}>
        {explanationsText.all}
      </Link>
      {removing && (isOwnOf(removing) || story.viewer.canEdit) && (
        <RemoveSheet
          storyId={story.id}
          explanation={removing}
          onRemoved={finish}
          onClose={() => setRemoving(null)}
        />
      )}
      {removing && !isOwnOf(removing) && !story.viewer.canEdit && (
        <JudgeSheet id={removing.id} onRemoved={finish} onClose={() => setRemoving(null)} />
      )}
    </ModalSheet>
  );
}
