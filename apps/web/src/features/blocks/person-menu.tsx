import type { ProfileSummary } from '@relato/contract/profiles/types';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { personMenuText } from '../../messages/stories/person-menu.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const PersonSheet = lazySheet(async () => (await import('./person-sheet.tsx')).PersonSheet);

interface PersonMenuProps {
  readonly person: ProfileSummary | null;
  /** What the viewer can do about the story of the person, first. */
  readonly renderMore?: ((onDone: () => void) => ReactNode) | undefined;
}

/** The button that opens what the viewer can do about another person. Nothing for the viewer and for a visitor. */
export function PersonMenu({ person, renderMore }: PersonMenuProps) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!person?.username || (session.status === 'signed-in' && session.user.id === person.id)) return null;
  return (
    <>
      <IconButton
        label={personMenuText(toAuthorName(person), renderMore !== undefined)}
        icon={<Ellipsis />}
        // Above the link of the author, whose touch target is the whole line.
        className="relative -my-1 text-muted"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PersonSheet person={person} onClose={close}>
          {renderMore?.(close)}
        </PersonSheet>
      )}
    </>
  );
}
