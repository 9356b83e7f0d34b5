import type { Story, StorySummary } from '@relato/contract/stories/types';
import { trpc } from '../../lib/calls/trpc.ts';
import { storiesText } from '../../messages/stories.ts';
import type { Track } from '../player/public.ts';
import { SpokenTranscript } from './spoken-transcript.tsx';
import { toPreview } from './transcript-preview.ts';

interface StoryTranscriptProps {
  readonly story: StorySummary | Story;
  readonly track: Track;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

const textClass = 'text-[0.90625rem] text-muted';

export function StoryTranscript({ story, track, isOpen, onOpen }: StoryTranscriptProps) {
  if (story.transcriptStatus !== 'ready') {
    const absences = { ...storiesText.transcriptAbsences, missing: story.transcript };
    return <p className={`${textClass} italic`}>{absences[story.transcriptStatus]}</p>;
  }
  if (isOpen) return <OpenTranscript story={story} track={track} />;
  const preview = toPreview(story.transcript);
  if (!preview.isCut) {
    return (
      <p dir="auto" className={`${textClass} whitespace-pre-line`}>
        {preview.text}
      </p>
    );
  }
  return (
    <p dir="auto" className={`relative ${textClass}`}>
      {preview.text}{' '}
      <button
        type="button"
        // Spanish also below a right-to-left text.
        dir="ltr"
        // The whole text is the target, not only these two words.
        className="font-[650] text-voice-strong before:absolute before:inset-0"
        onClick={onOpen}
      >
        {storiesText.more}
      </button>
    </p>
  );
}

/** The whole text. Lists come without word timings: those of an open story are fetched while the text already shows. */
function OpenTranscript({ story, track }: Pick<StoryTranscriptProps, 'story' | 'track'>) {
  const isWhole = 'transcriptWords' in story;
  const loaded = trpc.stories.byId.useQuery({ id: story.id }, { enabled: !isWhole });
  const words = isWhole ? story.transcriptWords : (loaded.data?.transcriptWords ?? null);
  return (
    <div className={textClass}>
      <SpokenTranscript track={track} transcript={story.transcript} words={words} />
    </div>
  );
}
