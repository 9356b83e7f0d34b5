import { shellText } from '../messages/shell.ts';
import { Button } from '../ui/button.tsx';
import { LogoHeader } from './shell/logo-header.tsx';
import { Screen } from './shell/screen.tsx';

/** Begins anew from the address: a part of the program that could not be loaded stays missing until then. */
export function CrashScreen() {
  return (
    <Screen label={shellText.crash.title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[20rem] text-center">
        <h1 lang="en" className="text-heading">
          {shellText.crash.title}
        </h1>
        <p className="mt-2 mb-5 text-muted">{shellText.crash.text}</p>
        <Button onClick={() => location.reload()}>{shellText.retry}</Button>
      </div>
    </Screen>
  );
}
