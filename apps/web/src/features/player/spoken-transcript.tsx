import type { TranscriptWord } from '@relato/contract/transcription';
import { memo, useMemo, type MouseEvent } from 'react';
import { player } from './app-player.ts';
import type { Track } from './player-state.ts';
import { usePosition } from './use-player.ts';
import { findWordIndex, splitTranscript } from './word-lookup.ts';

interface SpokenTranscriptProps {
  readonly track: Track;
  readonly transcript: string;
  readonly words: readonly TranscriptWord[];
}

/** The transcript, each word lit as it is spoken. Pressing a word goes there. */
export function SpokenTranscript({ track, transcript, words }: SpokenTranscriptProps) {
  const pieces = useMemo(() => splitTranscript(transcript, words), [transcript, words]);
  // One follower for all words; it renders when another word is spoken, and then only the words that changed do.
  const spoken = usePosition(track.id, (seconds) =>
    seconds > 0 ? findWordIndex(words, seconds * 1000) : -1,
  );
  if (pieces === null) return <p className="whitespace-pre-line text-muted">{transcript}</p>;

  const goToWord = (event: MouseEvent) => {
    const index = event.target instanceof HTMLElement ? event.target.dataset['word'] : undefined;
    const word = index === undefined ? undefined : words[Number(index)];
    // Selecting text ends in a click too.
    if (word && window.getSelection()?.isCollapsed !== false) player.seek(track.id, word.startMs / 1000);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a shortcut for pointers; the keyboard has the waveform, and 700 buttons would bury a screen reader
    <p className="cursor-pointer whitespace-pre-line" onClick={goToWord}>
      {pieces.map((piece, index) => (
        <Word
          // oxlint-disable-next-line react/no-array-index-key -- words do not move: the index is their name
          key={index}
          index={index}
          piece={piece}
          state={index === spoken ? 'said' : index < spoken ? 'heard' : 'next'}
        />
      ))}
    </p>
  );
}

interface WordProps {
  readonly index: number;
  readonly piece: string;
  readonly state: 'heard' | 'said' | 'next';
}

// None of them changes the width of the word: a text that reflows while one reads it is hard to follow.
const looks = {
  heard: 'text-ink',
  said: '-mx-0.5 rounded-[5px] bg-voice/16 px-0.5 text-voice-strong [-webkit-text-stroke:0.35px]',
  next: 'text-muted',
} as const;

const Word = memo(function Word({ index, piece, state }: WordProps) {
  const word = piece.trimEnd();
  return (
    <>
      <span data-word={index} className={looks[state]}>
        {word}
      </span>
      {piece.slice(word.length)}
    </>
  );
});
