import { Link } from '@tanstack/react-router';
import { Mic, UserRound, Compass } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { toChosenFeed } from '../../features/stories/feed/feed-filter.ts';
import { useRecorderPresence } from '../../features/recordings/recorder-presence.ts';
import { useStartRecording } from '../../lib/session/use-require-session.ts';
import { takeEarlyPress } from '../../lib/presses/early-press.ts';
import { shellText } from '../../messages/shell.ts';
import { useSettings } from '../../lib/settings/use-settings.ts';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { WaveLogo } from '../../ui/wave-logo.tsx';

const place = 'bar-place aria-[current=page]:text-voice-strong';

/**
 * The navigation of phones and tablets, within reach of the thumb; on a low screen it stands at the left. The recorder has
 * its own microphone button, and hides the bar while it records.
 */
export function BottomBar() {
  const startRecording = useStartRecording();
  const presence = useRecorderPresence();
  // Runs after the effects of the screen, because a recorder takes the early press first.
  useLayoutEffect(() => {
    if (takeEarlyPress()) startRecording();
    // oxlint-disable-next-line react/exhaustive-deps -- only the first screen comes after such a press
  }, []);
  if (presence === 'busy') return null;
  const hasMicrophone = presence === null;
  return (
    <nav
      data-bar={hasMicrophone ? 'three' : 'two'}
      aria-label={shellText.navigation}
      className="bottom-bar z-20 backdrop-blur-md typing:hidden"
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

/** The link to the community in both navigations; disabled while only recording is enabled. */
function CommunityLink({ className }: { readonly className: string }) {
  const { flags } = useSettings();
  const content = (
    <>
      <Compass aria-hidden="true" />
      {shellText.community}
    </>
  );
  return flags.recordOnly ? (
    <button type="button" disabled title={shellText.communityLater} className={`${className} opacity-38`}>
      {content}
    </button>
  ) : (
    <Link to="/search" search={toChosenFeed} activeOptions={{ includeSearch: false }} className={className}>
      {content}
    </Link>
  );
}

const ModerationLink = lazyOptional(
  async () => (await import('../../lib/layout/moderation-link.tsx')).ModerationLink,
);

const sidePlace =
  'flex min-h-11 items-center gap-2.5 rounded-field font-[650] aria-[current=page]:text-voice-strong [&_svg]:size-5';

/** The navigation from 1024 px on: the same three links at the left, and that for moderators. */
export function SideNavigation() {
  const startRecording = useStartRecording();
  const session = useSession();
  const isModerator = session.status === 'signed-in' && session.user.role !== 'user';
  // The recorder already shows a microphone.
  const hasRecorder = useRecorderPresence() !== null;
  return (
    <nav
      aria-label={shellText.navigation}
      className="fixed inset-y-0 left-0 z-20 hidden w-(--rail) flex-col border-r border-line px-5.5 py-5 lg:flex"
    >
      <Link to="/" className="mb-2 flex min-h-11 items-center">
        <WaveLogo name={shellText.name} />
      </Link>
      <CommunityLink className={sidePlace} />
      <Link to="/profile" className={sidePlace}>
        <UserRound aria-hidden="true" />
        {shellText.profile}
      </Link>
      {!hasRecorder && (
        <Button className="mt-4" onClick={startRecording}>
          <Mic aria-hidden="true" />
          {shellText.record}
        </Button>
      )}
      {/* Last, because it appears later than the others. */}
      {isModerator && <ModerationLink className={`mt-2 ${sidePlace}`} />}
    </nav>
  );
}
