import { Link } from '@tanstack/react-router';
import { Mic, UserRound } from 'lucide-react';
import { useRecorderPresence } from '../../features/recordings/recorder-presence.ts';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { useStartRecording } from '../../lib/session/use-start-recording.ts';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { WaveLogo } from '../../ui/wave-logo.tsx';
import { CommunityLink } from './community-link.tsx';

const ModerationLink = lazyOptional(
  async () => (await import('../../lib/layout/moderation-link.tsx')).ModerationLink,
);

const place =
  'flex min-h-11 items-center gap-2.5 rounded-field font-[650] aria-[current=page]:text-voice-strong [&_svg]:size-5';

/** From 1024 px on: the same three links at the left, and the one for moderators. */
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
      <CommunityLink className={place} />
      <Link to="/profile" className={place}>
        <UserRound aria-hidden="true" />
        {shellText.profile}
      </Link>
      {!hasRecorder && (
        <Button className="mt-4" onClick={startRecording}>
          <Mic aria-hidden="true" />
          {shellText.record}
        </Button>
      )}
      {/* Last, because it comes later than the others. */}
      {isModerator && <ModerationLink className={`mt-2 ${place}`} />}
    </nav>
  );
}
