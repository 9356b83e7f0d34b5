import { useEffect } from 'react';
import { recorderRunningText } from '../../../messages/recorder-running.ts';
import { toRecordingTime } from './recording-time.ts';

const vibrationMs = 80;

const toText = (ms: number) => recorderRunningText.closing(ms / 1000);

/** Tells of the end of the recording time: seen, and announced and felt once at each mark. */
export function ClosingLine({ elapsedMs }: { readonly elapsedMs: number }) {
  const { remainingMs, closingMarkMs } = toRecordingTime(elapsedMs);
  useEffect(() => {
    // Browsers without it have no such function.
    if (closingMarkMs !== null && 'vibrate' in navigator) navigator.vibrate(vibrationMs);
  }, [closingMarkMs]);
  return (
    <>
      {closingMarkMs !== null && <p className="num mt-2 text-muted compact:mt-1">{toText(remainingMs)}</p>}
      <p aria-live="polite" className="sr-only">
        {closingMarkMs !== null && toText(closingMarkMs)}
      </p>
    </>
  );
}
