import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { isChunkLoadError } from '../lib/lazy/chunk-load-error.ts';
import { LoadFailure } from '../lib/paging/load-failure.tsx';
import { shellText } from '../messages/shell.ts';
import { Button } from '../ui/buttons/button.tsx';

/** Replaces a screen that threw an error or could not be loaded. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  if (isChunkLoadError(error)) return <MissingScreen onLoaded={reset} />;
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

/** The chunk of the screen failed to load; another attempt may load it. */
function MissingScreen({ onLoaded }: { readonly onLoaded: () => void }) {
  const router = useRouter();
  const [isRetrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    const components = router.state.matches.map(
      ({ routeId }) => router.routesById[routeId].options.component,
    );
    await Promise.all(components.map(async (component) => component?.preload?.()));
    setRetrying(false);
    onLoaded();
  };
  return (
    <Screen label={shellText.missingPart} header={<LogoHeader />}>
      <LoadFailure title={shellText.missingPart} isRetrying={isRetrying} onRetry={() => void retry()} />
    </Screen>
  );
}
