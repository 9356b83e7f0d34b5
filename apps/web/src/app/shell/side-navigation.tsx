import { Link } from '@tanstack/react-router';
import { Compass, Mic, UserRound } from 'lucide-react';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/button.tsx';
import { WaveLogo } from '../../ui/wave-logo.tsx';
import { useSettings } from '../use-settings.ts';
import { useStartRecording } from './use-start-recording.ts';

const place =
  'flex min-h-11 items-center gap-2.5 rounded-field font-[650] aria-[current=page]:text-voice-strong [&_svg]:size-5';

/** From 1024 px on: the same three places, at the left. */
export function SideNavigation() {
  const { flags } = useSettings();
  const startRecording = useStartRecording();
  return (
    <nav
      aria-label={shellText.navigation}
      className="fixed inset-y-0 left-0 z-20 hidden w-[14.375rem] flex-col border-r border-line px-5.5 py-5 lg:flex"
    >
      <Link to="/" className="mb-2 flex min-h-11 items-center">
        <WaveLogo name={shellText.name} />
      </Link>
      {flags.recordOnly ? (
        <button type="button" disabled title={shellText.communityLater} className={`${place} opacity-38`}>
          <Compass aria-hidden="true" />
          {shellText.community}
        </button>
      ) : (
        <Link to="/search" className={place}>
          <Compass aria-hidden="true" />
          {shellText.community}
        </Link>
      )}
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
