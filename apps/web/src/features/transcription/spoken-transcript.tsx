import type { SpokenWord } from '@relato/contract/transcription/types';
import { memo, useMemo, type KeyboardEvent, type MouseEvent } from 'react';
import { playerText } from '../../messages/player.ts';
import { getPosition, player, type Track, usePosition } from '../player/public.ts';
import { toChunks, toSpokenIn, type WordChunk } from './word-chunks.ts';
import { findWordIndex, splitTranscript } from './find-spoken-word.ts';

interface SpokenTranscriptProps {
  readonly track: Track;
  readonly transcript: string;
  /** Null while they load, or if they are unknown. */
  readonly words: readonly SpokenWord[] | null;
}

const chunkSize = 50;
const textClass = 'whitespace-pre-line text-muted';

/** The transcript with the spoken word lit. Pressing a word seeks to it. */
export function SpokenTranscript({ track, transcript, words }: SpokenTranscriptProps) {
  const chunks = useMemo(() => {
    const pieces = words && splitTranscript(transcript, words);
    return pieces && toChunks(pieces, chunkSize);
  }, [transcript, words]);
  if (words === null || chunks === null) {
    return (
      <p dir="auto" className={textClass}>
        {transcript}
      </p>
    );
  }
  return <TimedWords track={track} words={words} chunks={chunks} />;
}

interface TimedWordsProps {
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  readonly chunks: readonly WordChunk[];
}

function TimedWords({ track, words, chunks }: TimedWordsProps) {
  // One subscription for all words. It rerenders when the spoken word changes, and then only the two words concerned.
  const spoken = usePosition(track.id, (seconds) => (seconds > 0 ? findWordIndex(words, seconds) : -1));
  const goTo = (word: SpokenWord | undefined) => {
    if (word) player.seek(track.id, word.startMs / 1000);
  };
  const goToPressed = (event: MouseEvent) => {
    const index = event.target instanceof HTMLElement ? event.target.dataset['word'] : undefined;
    // Selecting text ends in a click too.
    if (index !== undefined && window.getSelection()?.isCollapsed !== false) goTo(words[Number(index)]);
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const direction = toDirection(event);
    if (direction === 0) return;
    event.preventDefault();
    const here = findWordIndex(words, getPosition(player.getState(), track.id));
    goTo(words[Math.max(here + direction, 0)]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the text is read as text and is one tab stop; 700 buttons would overwhelm a screen reader
    <p
      dir="auto"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields; this is a text with keyboard navigation
      role="group"
      aria-label={playerText.transcript}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move from word to word
      tabIndex={0}
      className={`${textClass} cursor-pointer rounded-[5px] focus-visible:outline-offset-4`}
      onClick={goToPressed}
      onKeyDown={step}
    >
      {chunks.map((chunk) => (
        <Chunk key={chunk.from} chunk={chunk} spoken={toSpokenIn(chunk, spoken)} />
      ))}
    </p>
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

// None of it takes room. Every word has an invisible shadow, because a first decoration would relayout the whole text.
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
