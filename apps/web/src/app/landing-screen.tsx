import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import { shellText } from '../messages/shell.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Button } from '../ui/button.tsx';
import { LogoHeader } from './shell/logo-header.tsx';
import { Screen } from './shell/screen.tsx';
import { useStartRecording } from './shell/use-start-recording.ts';

export function LandingScreen() {
  const startRecording = useStartRecording();
  const { title, text, record, explore } = shellText.landing;
  return (
    <Screen label={title} header={<LogoHeader />}>
      <h1 className="mt-4.5 text-hero">{title}</h1>
      <p className="mt-3 mb-4.5 text-lg text-muted">{text}</p>
      <Button onClick={startRecording}>
        <Mic aria-hidden="true" />
        {record}
      </Button>
      <Link to="/search" className={`mt-2.5 ${buttonClass('secondary')}`}>
        {explore}
      </Link>
    </Screen>
  );
}
