import { useEffect } from 'react';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { toRecordingTime } from './recording-time.ts';

const vibrationMs = 80;

const toText = (ms: number) => recorderRunningText.closing(ms / 1000);

interface ClosingLineProps {
  readonly elapsedMs: number;
  /** False during a pause. It stays mounted then, so that a mark is told once. */
  readonly isSeen: boolean;
}

/** Tells of the end of the recording time: seen, and announced and felt once at each mark. */
export function ClosingLine({ elapsedMs, isSeen }: ClosingLineProps) {
  const { remainingMs, closingMarkMs } = toRecordingTime(elapsedMs);
  useEffect(() => {
    // Browsers without it have no such function.
    if (closingMarkMs !== null && 'vibrate' in navigator) navigator.vibrate(vibrationMs);
  }, [closingMarkMs]);
  return (
    <>
      {isSeen && closingMarkMs !== null && (
        <p className="num mt-2 text-muted compact:mt-1">{toText(remainingMs)}</p>
      )}
      <p aria-live="polite" className="sr-only">
        {closingMarkMs !== null && toText(closingMarkMs)}
      </p>
    </>
  );
}
