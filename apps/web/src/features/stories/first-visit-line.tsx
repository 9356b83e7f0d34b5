import { X } from 'lucide-react';
import { useState } from 'react';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession } from '../../lib/session/use-session.ts';

const key = 'relato.knows-relato';

function isKnown(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without a storage it would come back with every story.
    return true;
  }
}

/** Says what Relato is to a visitor who comes by a link, until they have read it once. */
export function FirstVisitLine() {
  const session = useSession();
  const [isOver, setIsOver] = useState(isKnown);
  if (isOver || session.status !== 'signed-out') return null;
  const dismiss = () => {
    setIsOver(true);
    try {
      localStorage.setItem(key, 'yes');
    } catch {
      // A full storage only costs reading it again.
    }
  };
  return (
    <p className="mb-3.5 flex items-center gap-2 rounded-field bg-sunken py-1 pl-4 font-[560]">
      <span className="min-w-0 flex-1 py-1.5">{storiesText.firstVisit}</span>
      <IconButton label={storiesText.dismiss} icon={<X />} onClick={dismiss} />
    </p>
  );
}
