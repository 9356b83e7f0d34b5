import type { Story, StorySummary } from '@relato/contract/stories/types';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { memo, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { storiesText } from '../../messages/stories.ts';
import { type Track, getPosition, player, usePosition } from '../player/public.ts';
import { Thanks } from '../corrections/public.ts';
import { WordReactions } from '../reactions/public.ts';
import { toPreview } from './transcript-preview.ts';
import { playerText } from '../../messages/player.ts';
import { toChunks, toOpenText, toSpokenIn, type WordChunk } from './word-chunks.ts';
import { findReached, splitTranscript } from '../../lib/transcript/find-spoken-word.ts';
import { keepFocus } from '../../lib/layout/keep-focus.ts';

interface StoryTranscriptProps {
  readonly story: StorySummary | Story;
  readonly track: Track;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Marks the preview of a text on a card. It is the first node of its element. */
export const openingAttribute = 'data-opening';
const opening = { [openingAttribute]: '' };
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
      <p {...opening} dir="auto" className={`${textClass} whitespace-pre-line`}>
        {preview.text}
      </p>
    );
  }
  return (
    <p {...opening} dir="auto" className={`relative ${textClass}`}>
      {preview.text}{' '}
      <button
        ref={keepFocus}
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
  const whole = isWhole ? story : loaded.data;
  return (
    <div className={textClass}>
      <SpokenTranscript story={story} track={track} whole={whole} />
      {whole?.carers && <Thanks carers={whole.carers} />}
    </div>
  );
}

interface SpokenTranscriptProps {
  readonly story: StorySummary;
  readonly track: Track;
  /** The story with its words, if they have timings. Undefined while it loads. */
  readonly whole: Story | undefined;
}

const chunkSize = 50;
const wordsClass = 'whitespace-pre-line text-muted';

/** The transcript with the spoken word lit. Pressing a word seeks to it. */
function SpokenTranscript({ story, track, whole }: SpokenTranscriptProps) {
  const words = whole?.transcriptWords ?? null;
  const box = useRef<HTMLParagraphElement>(null);
  const transcript = toOpenText(story, whole);
  const pieces = useMemo(() => words && splitTranscript(transcript, words), [transcript, words]);
  const chunks = useMemo(() => pieces && toChunks(pieces, chunkSize), [pieces]);
  if (!whole || words === null || pieces === null || chunks === null) {
    return (
      <p dir="auto" className={wordsClass}>
        {transcript}
      </p>
    );
  }
  return (
    <>
      <TimedWords box={box} track={track} words={words} chunks={chunks} />
      {(story.published || story.viewer.canEdit) && (
        <WordReactions
          box={box}
          story={story}
          track={track}
          words={words}
          pieces={pieces}
          doubts={whole.doubts}
          corrections={whole.corrections}
          explanations={whole.explanations}
        />
      )}
    </>
  );
}

interface TimedWordsProps {
  readonly box: RefObject<HTMLParagraphElement | null>;
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  readonly chunks: readonly WordChunk[];
}

function TimedWords({ box, track, words, chunks }: TimedWordsProps) {
  /** The index of the word that the keys reached. */
  const [reached, setReached] = useState(-1);
  // One subscription for all words. It rerenders when the spoken word changes, and then only the two words concerned.
  const spoken = usePosition(track.id, (seconds) =>
    seconds > 0 || reached >= 0 ? findReached(words, seconds, reached) : -1,
  );
  const goTo = (word: SpokenWord | undefined) => {
    if (word) player.seek(track.id, word.startMs / 1000);
  };
  const goToPressed = (event: MouseEvent) => {
    const index = event.target instanceof HTMLElement ? event.target.dataset['word'] : undefined;
    // Selecting text ends in a click too.
    if (index === undefined || window.getSelection()?.isCollapsed === false) return;
    setReached(Number(index));
    goTo(words[Number(index)]);
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const direction = toDirection(event);
    if (direction === 0) return;
    event.preventDefault();
    const here = findReached(words, getPosition(player.getState(), track.id), reached);
    const next = Math.max(here + direction, 0);
    setReached(next);
    goTo(words[next]);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the text is read as text and is one tab stop; 700 buttons would overwhelm a screen reader */}
      <p
        ref={box}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields; this is a text with keyboard navigation
        role="group"
        aria-label={playerText.transcript}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move from word to word
        tabIndex={0}
        // A long press acts on the word, and must not select text.
        className={`${wordsClass} cursor-pointer rounded-[5px] [-webkit-touch-callout:none] focus-visible:outline-offset-4 pointer-coarse:select-none`}
        onClick={goToPressed}
        onKeyDown={step}
      >
        {chunks.map((chunk) => (
          <Chunk key={chunk.from} chunk={chunk} spoken={toSpokenIn(chunk, spoken)} />
        ))}
      </p>
      <output className="sr-only">
        {/* The key makes a word that comes twice be read out twice. */}
        <span key={reached}>{words[reached]?.text}</span>
      </output>
    </>
  );
}

/** Returns 1 for an arrow in reading direction, -1 for the other one, else 0. */
function toDirection({ key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLElement>): number {
  if (altKey || ctrlKey || metaKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return 0;
  const isForward = (key === 'ArrowRight') === (getComputedStyle(currentTarget).direction === 'ltr');
  return isForward ? 1 : -1;
}

interface ChunkProps {
  readonly chunk: WordChunk;
  readonly spoken: number | 'heard' | 'next';
}

const Chunk = memo(function Chunk({ chunk: { from, pieces }, spoken }: ChunkProps) {
  // The words after the spoken one are styled by their position, so that only that word changes.
  const look = spoken === 'next' ? undefined : 'text-ink [&>[data-said]~span]:text-muted';
  return (
    <span className={look}>
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- words do not move, so the index identifies them
        <Word key={index} index={from + index} piece={piece} isSpoken={index === spoken} />
      ))}
    </span>
  );
});

interface WordProps {
  readonly index: number;
  readonly piece: string;
  readonly isSpoken: boolean;
}

// The decoration takes no room. Every word has an invisible shadow, because the first decoration would relayout the whole
// text.
const wordClass = 'rounded-[3px] shadow-[0_0_0_2px]';
const looks = {
  spoken: `${wordClass} bg-voice/16 text-voice-strong shadow-voice/16`,
  plain: `${wordClass} shadow-transparent`,
} as const;

const Word = memo(function Word({ index, piece, isSpoken }: WordProps) {
  const word = piece.trimEnd();
  return (
    <>
      <span
        data-word={index}
        data-said={isSpoken ? '' : undefined}
        className={isSpoken ? looks.spoken : looks.plain}
      >
        {word}
      </span>
      {piece.slice(word.length)}
    </>
  );
});
