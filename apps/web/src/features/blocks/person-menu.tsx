import type { ProfileSummary } from '@relato/contract/profiles/types';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { personMenuText } from '../../messages/stories/person-menu.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const PersonSheet = lazySheet(async () => (await import('./person-sheet.tsx')).PersonSheet);

/**
 * The button that opens the choices about another person. Renders nothing for the viewer, and for a person without a
 * username.
 */
export function PersonMenu({ person }: { readonly person: ProfileSummary | null }) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!person?.username || (session.status === 'signed-in' && session.user.id === person.id)) return null;
  return (
    <>
      <IconButton
        label={personMenuText(toAuthorName(person))}
        icon={<Ellipsis />}
        // The button lies above the author's link, whose touch target is the whole line.
        className="relative -my-1 text-muted"
        onClick={() => setOpen(true)}
      />
      {isOpen && <PersonSheet person={person} onClose={() => setOpen(false)} />}
    </>
  );
}
