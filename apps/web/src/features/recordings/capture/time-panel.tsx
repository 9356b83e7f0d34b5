import { limits } from '@relato/contract/limits';
import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { formatDuration, formatPercent } from '../../../messages/format.ts';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { Meter } from '../../../ui/meter.tsx';
import type { StorageHealth } from '../drafts/store/write-queue.ts';
import { toRecordingTime } from './recording-time.ts';

interface TimePanelProps {
  readonly elapsedMs: number;
  readonly limitMs: number | undefined;
  readonly storage: StorageHealth;
}

const time = 'num font-display text-time leading-[1.45] font-[560]';

const { maxDurationMs, closingMarksMs } = limits.recording;
const [firstMarkMs] = closingMarksMs;

export function TimePanel({ elapsedMs, limitMs = maxDurationMs, storage }: TimePanelProps) {
  const { recordedMs, remainingMs, ratio, closingMarkMs } = toRecordingTime(elapsedMs, limitMs);
  const markPercent = (1 - firstMarkMs / limitMs) * 100;
  const completed = recorderRunningText.completed(formatPercent(ratio));
  const isClosing = closingMarkMs !== null;
  return (
    <section className="rounded-card border border-line/60 bg-surface p-4 pb-3 shadow-card">
      <dl className="flex flex-wrap justify-between gap-x-3">
        <div>
          <dt className="text-sm text-muted">{recorderRunningText.recorded}</dt>
          <dd className={time}>{formatDuration(recordedMs)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-sm text-muted">{recorderRunningText.remaining}</dt>
          <dd className={`${time} ${isClosing ? 'text-voice-strong' : 'text-muted'}`}>
            {formatDuration(remainingMs)}
          </dd>
        </div>
      </dl>
      <div className="relative mb-1.5 pt-4 compact:pt-3.5">
        <Meter ratio={ratio} label={recorderRunningText.recorded} valueText={completed} className="h-2" />
        <span
          aria-hidden="true"
          className={`absolute bottom-[-3px] flex -translate-x-1/2 flex-col items-center text-xs leading-none font-[650] ${isClosing ? 'text-voice-strong' : 'text-muted'}`}
          style={{ left: `${markPercent}%` }}
        >
          {recorderRunningText.closingMark(firstMarkMs / 1000)}
          <span className={`mt-0.5 h-3.5 w-0.5 rounded-pill ${isClosing ? 'bg-ink' : 'bg-muted'}`} />
        </span>
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span className="num">{completed}</span>
        {storage === 'stored' && (
          <span className="flex items-center gap-[5px]">
            <span aria-hidden="true" className="size-2 rounded-pill bg-leaf" />
            {recorderRunningText.safe}
          </span>
        )}
      </div>
      <div role="alert">
        {storage === 'failing' && (
          <p className="mt-2 flex gap-2 text-sm font-[560] text-voice-strong">
            <CircleAlert aria-hidden="true" className="size-4.5 shrink-0" />
            {recorderRunningText.unsafe}
          </p>
        )}
      </div>
    </section>
  );
}

const vibrationMs = 80;

const toText = (ms: number) => recorderRunningText.closing(ms / 1000);

interface ClosingLineProps {
  readonly elapsedMs: number;
  readonly limitMs: number | undefined;
  /** False during a pause. The line stays mounted then, so that each mark is announced once. */
  readonly isSeen: boolean;
}

/** Shows the rest of the recording time, and announces each mark once by voice and vibration. */
export function ClosingLine({ elapsedMs, limitMs, isSeen }: ClosingLineProps) {
  const { remainingMs, closingMarkMs } = toRecordingTime(elapsedMs, limitMs);
  useEffect(() => {
    // Not every browser has `vibrate`.
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
