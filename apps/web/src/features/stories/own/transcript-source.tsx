import type { StoryTranscription } from '@relato/contract/transcription/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';

interface TranscriptSourceProps {
  readonly storyId: string;
  readonly onTranscribeAgain: () => void;
}

const { again: text } = ownStoriesText;

/** Tells the author quietly what made the text, and offers to have it made again. */
export function TranscriptSource({ storyId, onTranscribeAgain }: TranscriptSourceProps) {
  const { data } = trpc.stories.byId.useQuery({ id: storyId });
  // As high as the row: it must not push what is around it when it comes.
  if (!data) return <div className="-my-2 min-h-11" />;
  const isRunning = data.transcription?.status === 'running';
  return (
    <div className="-my-2 flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-muted">
      <p className="mr-auto wrap-anywhere">{toSource(data.transcription)}</p>
      {!isRunning && <TextButton onClick={onTranscribeAgain}>{text.open}</TextButton>}
    </div>
  );
}

function toSource(transcription: StoryTranscription | null): string | null {
  if (transcription?.status === 'running') return text.running;
  if (transcription?.status === 'waiting') return text.waiting;
  if (transcription?.status === 'error') return text.failed;
  if (!transcription?.engine) return null;
  return text.source([transcription.engine, transcription.model].filter((name) => name !== null).join(' · '));
}
