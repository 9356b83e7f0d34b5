import type { FoundProfile } from '@relato/contract/profiles/types';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { searchText } from '../../../messages/stories/search.ts';
import { storiesText } from '../../../messages/stories.ts';

interface PeopleProps {
  readonly label?: string;
  readonly people: readonly FoundProfile[];
}

export function People({ label = searchText.people, people }: PeopleProps) {
  return (
    <ul aria-label={label} className="-mx-5 mb-2 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none]">
      {people.map(({ id, username, photo }) => (
        <li key={id} className="shrink-0">
          <Link
            to="/u/$username"
            params={{ username }}
            preload={false}
            className="flex min-h-11 items-center gap-2 rounded-pill border border-line bg-surface py-1 pr-3.5 pl-1 text-[0.84375rem] font-[650]"
          >
            <Avatar username={username} photo={photo} />
            {storiesText.author(username)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
