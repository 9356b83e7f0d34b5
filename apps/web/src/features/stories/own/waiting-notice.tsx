import { Hourglass } from 'lucide-react';
import { ownStoriesText } from '../../../messages/stories/own.ts';

const { title, text } = ownStoriesText.waiting;

/** Tells the author of a first story that it waits for a moderator. */
export function WaitingNotice() {
  return (
    <div className="mb-3 rounded-field bg-sunken px-3.5 py-2.5 text-sm">
      <p className="flex items-center gap-2 font-[650] [&_svg]:size-4.5">
        <Hourglass aria-hidden="true" />
        {title}
      </p>
      <p className="mt-0.5">{text}</p>
    </div>
  );
}
