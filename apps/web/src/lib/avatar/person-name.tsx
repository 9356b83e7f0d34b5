import type { ProfileSummary } from '@relato/contract/profiles/types';
import { Link } from '@tanstack/react-router';
import { toAuthorName } from '../../messages/stories.ts';

interface PersonNameProps {
  readonly person: ProfileSummary;
  /** Called when the viewer goes to the profile. */
  readonly onLeave: () => void;
}

/** The name of a user in a row of a sheet. Links to the profile, if there is one. */
export function PersonName({ person, onLeave }: PersonNameProps) {
  const { username } = person;
  if (username === null) return <span className="truncate font-[650]">{toAuthorName(person)}</span>;
  return (
    <Link
      to="/u/$username"
      params={{ username }}
      className="flex min-h-11 min-w-0 items-center font-[650] hover:underline"
      onClick={onLeave}
    >
      <span className="truncate">{toAuthorName(person)}</span>
    </Link>
  );
}
