import { CircleAlert } from 'lucide-react';
import { formatDuration, formatPercent } from '../../../messages/format.ts';
import { recordingText } from '../../../messages/recording.ts';
import { Meter } from '../../../ui/meter.tsx';
import { toRecordingTime } from './recording-time.ts';
import type { StorageHealth } from '../drafts/storage-queue.ts';

interface TimePanelProps {
  readonly elapsedMs: number;
  readonly storage: StorageHealth;
}

const time = 'num font-display text-time leading-[1.45] font-[560]';

export function TimePanel({ elapsedMs, storage }: TimePanelProps) {
  const { recordedMs, remainingMs, ratio } = toRecordingTime(elapsedMs);
  const completed = recordingText.completed(formatPercent(ratio));
  return (
    <section className="rounded-card border border-line/60 bg-surface p-4 pb-3 shadow-card">
      <dl className="flex flex-wrap justify-between gap-x-3">
        <div>
          <dt className="text-sm text-muted">{recordingText.recorded}</dt>
          <dd className={time}>{formatDuration(recordedMs)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-sm text-muted">{recordingText.remaining}</dt>
          <dd className={`${time} text-muted`}>{formatDuration(remainingMs)}</dd>
        </div>
      </dl>
      <Meter
        ratio={ratio}
        label={recordingText.recorded}
        valueText={completed}
        className="mt-2.5 mb-1.5 h-2"
      />
      <div className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span className="num">{completed}</span>
        {storage === 'stored' && (
          <span className="flex items-center gap-[5px]">
            <span aria-hidden="true" className="size-2 rounded-pill bg-leaf" />
            {recordingText.safe}
          </span>
        )}
      </div>
      <div role="alert">
        {storage === 'failing' && (
          <p className="mt-2 flex gap-2 text-sm font-[560] text-voice-strong">
            <CircleAlert aria-hidden="true" className="size-4.5 shrink-0" />
            {recordingText.unsafe}
          </p>
        )}
      </div>
    </section>
  );
}
