import { recorderReviewText } from '../../messages/recorder-review.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Track } from '../player/public.ts';
import { SpokenTranscript } from './spoken-transcript.tsx';
import type { Transcript, TranscriptProgress } from './transcript.ts';

interface TranscriptDisplayProps {
  readonly id: string;
  readonly transcript: Transcript;
  /** The current transcript. */
  readonly shown: string;
  readonly progress: TranscriptProgress;
  readonly track: Track | null;
  readonly onRetry: () => void;
}

const text = recorderReviewText.transcript;

/** The text, or its state. As high as the editor: six rows. */
export function TranscriptDisplay({
  id,
  transcript,
  shown,
  progress,
  track,
  onRetry,
}: TranscriptDisplayProps) {
  return (
    <>
      <output
        id={id}
        className="block max-h-80 min-h-43 overflow-y-auto rounded-field border border-edge bg-surface px-3.5 py-3 leading-relaxed"
      >
        {shown === '' ? (
          <Missing progress={progress} onRetry={onRetry} />
        ) : (
          <Words transcript={transcript} shown={shown} track={track} />
        )}
      </output>
      {transcript.isProvisional && transcript.written === null && shown !== '' && (
        <p className="mx-0.5 mt-1.5 text-sm text-muted">{text.provisional}</p>
      )}
    </>
  );
}

interface WordsProps {
  readonly transcript: Transcript;
  readonly shown: string;
  readonly track: Track | null;
}

/** Words light up as they are spoken, as long as they are the recognized ones. */
function Words({ transcript: { written, heard }, shown, track }: WordsProps) {
  if (written !== null || !heard?.words || !track)
    return (
      <p dir="auto" className="whitespace-pre-line">
        {shown}
      </p>
    );
  return <SpokenTranscript track={track} transcript={shown} words={heard.words} />;
}

function Missing({ progress, onRetry }: Pick<TranscriptDisplayProps, 'progress' | 'onRetry'>) {
  if (progress.step === 'transcribing' && progress.trouble === 'setup') {
    // Nothing moves: it may take the operator days.
    return (
      <>
        <p className="font-[560]">{text.unavailable}</p>
        <p className="mt-1 text-sm text-muted">{text.unavailableHint}</p>
      </>
    );
  }
  if (progress.step === 'transcribing') {
    return (
      <>
        <Skeleton className="mb-2 h-3.5" />
        <Skeleton className="mb-2 h-3.5 w-11/12" />
        <Skeleton className="mb-3 h-3.5 w-3/5" />
        <p className="text-sm text-muted">{progress.trouble === null ? text.pending : text.busy}</p>
      </>
    );
  }
  if (progress.step !== 'ready') return <p className="text-muted">{text.waiting}</p>;
  if (progress.trouble === null) return <p className="text-muted">{text.empty}</p>;
  return (
    <>
      <p className="font-[560]">{text.failed}</p>
      {progress.trouble !== 'failed' && (
        <p className="mt-1 text-sm text-muted">{text.reasons[progress.trouble]}</p>
      )}
      <p className="mt-1 text-sm text-muted">{text.failedHint}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={onRetry}>
        {text.retry}
      </Button>
    </>
  );
}
