import type { FoundProfile } from '@relato/contract/profiles/types';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { sessionText } from '../../messages/account/session.ts';
import { toPersonMenuLabel } from '../../messages/blocks/card.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const PersonSheet = lazySheet(async () => (await import('./person-sheet.tsx')).PersonSheet);

/** The button that opens what the viewer can do about another person. Nothing for the viewer. */
export function PersonMenu({ person }: { readonly person: FoundProfile }) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  if (session.status === 'signed-in' && session.user.id === person.id) return null;
  return (
    <>
      <IconButton
        label={toPersonMenuLabel(sessionText.author(person.username))}
        icon={<Ellipsis />}
        // Above the link of the author, whose touch target is the whole line.
        className="relative -my-1 -mr-2 text-muted"
        onClick={() => setOpen(true)}
      />
      {isOpen && <PersonSheet person={person} onClose={() => setOpen(false)} />}
    </>
  );
}
