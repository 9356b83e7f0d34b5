import { useEffect, useState, type ReactNode } from 'react';
import { shellText } from '../../messages/shell.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { afterPaint } from '../after-paint.ts';
import { LoadFailure } from '../paging/load-failure.tsx';

type Part<Props> = (props: Props) => ReactNode;
type LazyPart<Props> = Part<Props> & {
  /** Loads the part, so that it shows in its first render. Does nothing if that fails. */
  readonly preload: () => Promise<void>;
};
type Load<Props> = () => Promise<Part<Props>>;

/** How long the failure of a preload is kept for the first render. A later render loads the part again. */
const keptFailureMs = 5_000;

interface FailureProps<Props> {
  readonly partProps: Props;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/**
 * A part of a screen that loads when it is first shown. If that fails, `Failure` replaces it while the rest of the
 * screen works; loading is retried on request, and when the part is mounted again. Not `React.lazy`, which remembers a
 * failure until the page is reloaded.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Failure: Part<FailureProps<Props>> = PartFailure,
  Loading: Part<object> = Nothing,
): LazyPart<Props> {
  let loaded: Part<Props> | null = null;
  /** A preload that began before the first render, which shows its failure. */
  let ahead: Promise<Part<Props>> | null = null;
  const preload = async () => {
    if (loaded) return;
    ahead ??= load();
    const loading = ahead;
    loaded = await loading.catch(() => {
      setTimeout(() => {
        if (ahead === loading) ahead = null;
      }, keptFailureMs);
      return null;
    });
  };
  return Object.assign(
    function LazyPart(props: Props) {
      const [attempt, setAttempt] = useState({ number: 1, failed: 0 });
      const [Content, setContent] = useState(() => loaded);
      useEffect(() => {
        if (Content) return;
        let isMounted = true;
        const show = async () => {
          try {
            // Only the first attempt takes the preload, because a failed one is kept. Starting a dozen requests would delay
            // the answer to the press that shows the part.
            const loading = (attempt.number === 1 && ahead) || afterPaint().then(load);
            ahead = null;
            loaded = await loading;
            if (isMounted) setContent(() => loaded);
          } catch (error) {
            console.warn('A part of the screen could not be loaded', error);
            if (isMounted) setAttempt(({ number }) => ({ number, failed: number }));
          }
        };
        void show();
        return () => void (isMounted = false);
      }, [Content, attempt.number]);
      if (Content) return <Content {...props} />;
      if (attempt.failed === 0) return <Loading />;
      return (
        <Failure
          partProps={props}
          isRetrying={attempt.failed !== attempt.number}
          onRetry={() => setAttempt(({ number, failed }) => ({ number: number + 1, failed }))}
        />
      );
    },
    { preload },
  );
}

const Nothing = (): null => null;

/** An optional part of a screen. `Loading` reserves its space; if it cannot be loaded, nothing shows. */
export const lazyOptional = <Props extends object>(
  load: Load<Props>,
  Loading?: Part<object>,
): LazyPart<Props> => lazyPart(load, Nothing, Loading);

/** A sheet. If it cannot be loaded, it shows an error and closes; opening it again retries. */
export const lazySheet = <Props extends object>(
  load: Load<Props>,
): Part<Props & { readonly onClose: () => void }> =>
  lazyPart<Props & { readonly onClose: () => void }>(load, SheetFailure);

function PartFailure({ isRetrying, onRetry }: Omit<FailureProps<object>, 'partProps'>) {
  return <LoadFailure title={shellText.missingPart} isRetrying={isRetrying} onRetry={onRetry} />;
}

function SheetFailure({ partProps }: Pick<FailureProps<{ readonly onClose: () => void }>, 'partProps'>) {
  const { onClose } = partProps;
  useEffect(() => {
    showToast({
      title: shellText.missingSheet.title,
      text: shellText.missingSheet.text,
      tone: 'destructive',
    });
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once: the sheet is gone then
  }, []);
  return null;
}
