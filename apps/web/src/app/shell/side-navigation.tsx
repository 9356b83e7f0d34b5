import { Link } from '@tanstack/react-router';
import { Mic, UserRound } from 'lucide-react';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/button.tsx';
import { WaveLogo } from '../../ui/wave-logo.tsx';
import { CommunityPlace } from './community-place.tsx';
import { useStartRecording } from './use-start-recording.ts';

const place =
  'flex min-h-11 items-center gap-2.5 rounded-field font-[650] aria-[current=page]:text-voice-strong [&_svg]:size-5';

/** From 1024 px on: the same three places, at the left. */
export function SideNavigation() {
  const startRecording = useStartRecording();
  return (
    <nav
      aria-label={shellText.navigation}
      className="fixed inset-y-0 left-0 z-20 hidden w-[14.375rem] flex-col border-r border-line px-5.5 py-5 lg:flex"
    >
      <Link to="/" className="mb-2 flex min-h-11 items-center">
        <WaveLogo name={shellText.name} />
      </Link>
      <CommunityPlace className={place} />
      <Link to="/profile" className={place}>
        <UserRound aria-hidden="true" />
        {shellText.profile}
      </Link>
      <Button className="mt-4" onClick={startRecording}>
        <Mic aria-hidden="true" />
        {shellText.record}
      </Button>
    </nav>
  );
}
