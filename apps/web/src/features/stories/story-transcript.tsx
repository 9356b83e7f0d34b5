import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories';
import { storiesText } from '../../messages/stories.ts';
import { toPreview } from './transcript-preview.ts';

interface StoryTranscriptProps {
  readonly story: StorySummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

export function StoryTranscript({ story, isOpen, onOpen }: StoryTranscriptProps) {
  if (story.transcriptStatus !== 'ready') {
    const isPending = story.transcriptStatus === 'pending';
    return (
      <p className="text-[0.90625rem] text-muted italic">
        {isPending ? storiesText.transcriptPending : storiesText.transcriptMissing}
      </p>
    );
  }
  const preview = toPreview(story.transcript, limits.transcript.previewWords);
  if (isOpen || !preview.isCut) {
    return <p className="text-[0.90625rem] whitespace-pre-line text-muted">{story.transcript}</p>;
  }
  return (
    <p className="relative text-[0.90625rem] text-muted">
      {preview.text}{' '}
      <button
        type="button"
        // The whole text is pressed, not only these two words.
        className="font-[650] text-voice-strong before:absolute before:inset-0"
        onClick={onOpen}
      >
        {storiesText.more}
      </button>
    </p>
  );
}
