import { Link } from '@tanstack/react-router';
import { Mic, UserRound } from 'lucide-react';
import { useRecorderPresence } from '../../features/recordings/recorder-presence.ts';
import { useStartRecording } from '../../lib/session/use-start-recording.ts';
import { shellText } from '../../messages/shell.ts';
import { CommunityLink } from './community-link.tsx';

const place =
  'mx-auto flex min-h-14 w-full max-w-24 flex-col items-center justify-center gap-[3px] rounded-card text-xs font-semibold text-muted aria-[current=page]:text-voice-strong [&_svg]:size-5';

/**
 * The navigation of phones and tablets, under the thumb; on a low screen it stands at the left. The recorder has a
 * microphone of its own and shows no bar while it records.
 */
export function BottomBar() {
  const startRecording = useStartRecording();
  const presence = useRecorderPresence();
  if (presence === 'busy') return null;
  const hasMicrophone = presence === null;
  return (
    <nav
      data-bar={hasMicrophone ? 'three' : 'two'}
      aria-label={shellText.navigation}
      className="fixed inset-x-[12px] bottom-[calc(0.875rem+env(safe-area-inset-bottom))] z-20 mx-auto flex h-17 max-w-[40rem] items-center rounded-sheet border border-line bg-surface/96 backdrop-blur-md shadow-card typing:hidden rail:inset-y-0 rail:right-auto rail:left-0 rail:h-auto rail:w-(--rail) rail:flex-col rail:justify-end rail:gap-3 rail:rounded-none rail:border-0 rail:border-r rail:bg-transparent rail:py-4.5 rail:pl-[env(safe-area-inset-left)] rail:shadow-none lg:hidden"
    >
      <div className="min-w-0 flex-1 rail:w-full rail:flex-none">
        <CommunityLink className={place} />
      </div>
      {hasMicrophone && (
        <button
          type="button"
          aria-label={shellText.record}
          className="mx-[14px] -mt-6.5 grid size-[min(4.25rem,20vw)] shrink-0 place-items-center rounded-pill border-2 border-transparent bg-voice text-on-voice shadow-record transition-transform active:scale-95 rail:mt-0 rail:mb-1.5"
          onClick={startRecording}
        >
          <Mic aria-hidden="true" className="size-7" />
        </button>
      )}
      <div className="min-w-0 flex-1 rail:w-full rail:flex-none">
        <Link to="/profile" className={place}>
          <UserRound aria-hidden="true" />
          {shellText.profile}
        </Link>
      </div>
    </nav>
  );
}
