import { Link } from '@tanstack/react-router';
import { Mic, UserRound } from 'lucide-react';
import { shellText } from '../../messages/shell.ts';
import { CommunityPlace } from './community-place.tsx';
import { useStartRecording } from './use-start-recording.ts';

const place =
  'mx-auto flex min-h-14 w-full max-w-24 flex-col items-center justify-center gap-[3px] rounded-card text-xs font-semibold text-muted aria-[current=page]:text-voice-strong [&_svg]:size-5';

/** Phones and tablets: the three places, under the thumb. */
export function BottomBar() {
  const startRecording = useStartRecording();
  return (
    <nav
      aria-label={shellText.navigation}
      className="fixed inset-x-[12px] bottom-[calc(0.875rem+env(safe-area-inset-bottom))] z-20 mx-auto grid h-17 max-w-[40rem] grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center rounded-sheet border border-line bg-surface/96 backdrop-blur-md shadow-card typing:hidden lg:hidden"
    >
      <CommunityPlace className={place} />
      <button
        type="button"
        aria-label={shellText.record}
        className="mx-[14px] -mt-6.5 grid size-[min(4.25rem,20vw)] place-items-center rounded-pill bg-voice text-on-voice shadow-record transition-transform active:scale-95"
        onClick={startRecording}
      >
        <Mic aria-hidden="true" className="size-7" />
      </button>
      <Link to="/profile" className={place}>
        <UserRound aria-hidden="true" />
        {shellText.profile}
      </Link>
    </nav>
  );
}
