import type { TranscriptionTrouble } from '@relato/contract/transcription/types';
import { recorderReviewText } from '../../messages/recordings/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type TranscriptProgress =
  | { readonly step: 'transcribing' | 'ready'; readonly trouble: TranscriptionTrouble | null }
  | { readonly step: 'uploading' | 'inspecting' | 'failed' | 'refused' };

interface MissingTranscriptProps {
  readonly progress: TranscriptProgress;
  readonly onRetry: () => void;
}

const text = recorderReviewText.transcript;

export function MissingTranscript({ progress, onRetry }: MissingTranscriptProps) {
  if (progress.step === 'transcribing' && progress.trouble === 'setup') {
    // No spinner, because the operator may need days to configure the transcription.
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
