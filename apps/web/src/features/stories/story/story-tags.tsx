import { Link } from '@tanstack/react-router';
import { useState, type MouseEvent } from 'react';
import { storiesText } from '../../../messages/stories.ts';
import { tagClass } from '../../../ui/tag-class.ts';
import { toFeedSearch } from '../feed/feed-filter.ts';

/** Thirty tags would push the next story off the screen. */
const shownAtFirst = 5;
const doubleTapMs = 500;
const doubleTapPx = 24;

type Tap = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>;

const isDoubleTap = (first: Tap, second: Tap): boolean =>
  second.timeStamp - first.timeStamp < doubleTapMs &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < doubleTapPx;

interface StoryTagsProps {
  readonly title: string;
  readonly tags: readonly string[];
}

/** The tags of a story, each linked to its stories. Only the first of many show until the rest is expanded. */
export function StoryTags({ title, tags }: StoryTagsProps) {
  const [askedBy, setAskedBy] = useState<Tap | null>(null);
  const showsAll = askedBy !== null;
  // A button for one more tag would take as much room as the tag.
  const shown = showsAll || tags.length <= shownAtFirst + 1 ? tags : tags.slice(0, shownAtFirst);
  const hidden = tags.length - shown.length;
  // The second tap of a double tap would hit the tag that replaced the button.
  const ignoreSecondTap = (event: MouseEvent) => {
    if (!askedBy || !isDoubleTap(askedBy, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul
      aria-label={storiesText.tags}
      onClickCapture={ignoreSecondTap}
      className="mt-1 flex flex-wrap gap-x-1.5 empty:hidden"
    >
      {shown.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to="/search"
            search={toFeedSearch({ search: '', tags: [tag] })}
            preload={false}
            dir="auto"
            className={`touch my-1.5 ${tagClass}`}
          >
            {tag}
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            aria-label={storiesText.moreTags(hidden, title)}
            className={`touch my-1.5 ${tagClass}`}
            onClick={({ timeStamp, clientX, clientY }) => setAskedBy({ timeStamp, clientX, clientY })}
          >
            +{hidden}
          </button>
        </li>
      )}
    </ul>
  );
}
