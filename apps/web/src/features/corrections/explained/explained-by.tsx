import type { ProfileSummary } from '@relato/contract/profiles/types';
import { Link } from '@tanstack/react-router';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { toAuthorName } from '../../../messages/stories.ts';

interface ExplainedByProps {
  readonly person: ProfileSummary;
  readonly onLeave?: () => void;
}

export function ExplainedBy({ person, onLeave }: ExplainedByProps) {
  const name = toAuthorName(person);
  return (
    <p className="flex min-h-11 min-w-0 items-center gap-1 text-sm text-muted">
      {explanationsText.by}
      {person.username === null ? (
        name
      ) : (
        <Link
          to="/u/$username"
          params={{ username: person.username }}
          preload={false}
          className="flex min-h-11 min-w-0 items-center font-[650] hover:underline"
          onClick={onLeave}
        >
          <span className="truncate">{name}</span>
        </Link>
      )}
    </p>
  );
}
