import { isDoubtful } from '@relato/contract/transcription/rules';
import type { TranscriptWord } from '@relato/contract/transcription/types';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { TranscriptEvent } from '../../lib/transcript/transcript-edits.ts';
import { wordEditorText } from '../../messages/transcription/word-editor.ts';
import { player, usePosition, type Track } from '../player/public.ts';
import { findWordIndex, splitTranscript } from '../../lib/transcript/find-spoken-word.ts';
import { toChunks, toSpokenIn, type WordChunk } from './word-chunks.ts';
import { keepChoice, toChosenWord, type Choice } from './word-keys.ts';
import { WordPopover } from './word-popover.tsx';

interface WordEditorProps {
  readonly id: string;
  readonly text: string;
  readonly words: readonly TranscriptWord[];
  /** Null while the sound is being prepared. */
  readonly track: Track | null;
  readonly onChange: (event: TranscriptEvent) => void;
}

const chunkSize = 50;

/**
 * The words of a transcript as a list box: pressing a word plays from it and offers to correct it. The list is one tab stop;
 * left and right move along the words, up and down along the doubtful ones.
 */
export function WordEditor({ id, text, words, track, onChange }: WordEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const chunks = useMemo(() => {
    const doubts = words.map(isDoubtful);
    return toChunks(splitTranscript(text, words) ?? words.map((word) => `${word.text} `), chunkSize).map(
      ({ from, pieces }): EditedChunk => ({ from, pieces, doubts: doubts.slice(from, from + pieces.length) }),
    );
  }, [text, words]);
  const chosen = keepChoice(choice, words);
  const spoken = usePosition(track?.id ?? '', (seconds) =>
    seconds > 0 ? findWordIndex(words, seconds) : -1,
  );

  const close = () => {
    setChoice(chosen && { ...chosen, shows: 'word' });
    list.current?.focus({ preventScroll: true });
  };
  const choose = (index: number, shows: Choice['shows'], isByKeyboard: boolean) =>
    setChoice({ index, word: words[index]?.text ?? '', shows, isByKeyboard });
  const playFrom = (index: number) => {
    const { startMs } = words[index] ?? {};
    if (!track || startMs === undefined) return;
    player.seek(track.id, startMs / 1000);
    player.play(track);
  };
  const press = (event: MouseEvent) => {
    const pressed = event.target instanceof HTMLElement ? event.target.dataset['word'] : undefined;
    if (pressed === undefined) return setChoice(null);
    // Selecting text ends in a click too.
    if (window.getSelection()?.isCollapsed === false) return;
    const index = Number(pressed);
    choose(index, 'bar', false);
    playFrom(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const here = chosen?.index ?? Math.max(spoken, 0);
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
    const isRedo = isUndo ? event.shiftKey : event.ctrlKey && event.key.toLowerCase() === 'y';
    const next = toChosenWord(event, {
      words,
      here: chosen ? here : here - 1,
      isRtl: isRtl(event.currentTarget),
    });
    if (isUndo || isRedo) onChange({ type: isRedo ? 'redone' : 'undone' });
    else if (event.key === 'Enter' || event.key === ' ') choose(here, 'bar', true);
    else if (next !== null) {
      choose(next, 'word', true);
      const { startMs } = words[next] ?? {};
      if (track && startMs !== undefined) player.seek(track.id, startMs / 1000);
    } else return;
    event.preventDefault();
  };
  const correct = (corrected: string) => {
    if (chosen) onChange({ type: 'word-corrected', index: chosen.index, text: corrected });
    close();
  };

  // Keeps a word that was chosen by keyboard in sight.
  useEffect(() => {
    if (chosen?.shows === 'word' && document.activeElement === list.current)
      list.current?.querySelector(`[data-word="${chosen.index}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.index, chosen?.shows]);

  return (
    <>
      <div ref={box} className="relative">
        <div
          ref={list}
          id={id}
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select shows no running text
          role="listbox"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-keys`}
          aria-orientation="horizontal"
          aria-activedescendant={chosen ? `${id}-word` : undefined}
          tabIndex={0}
          className="max-h-80 min-h-43 cursor-pointer overflow-y-auto rounded-field border border-edge bg-surface px-3.5 py-3 leading-[1.72] wrap-anywhere whitespace-pre-line focus-visible:outline-offset-2"
          onClick={press}
          onKeyDown={onKeyDown}
        >
          {chunks.map((chunk) => (
            <Chunk
              key={chunk.from}
              chunk={chunk}
              spoken={toSpokenIn(chunk, spoken)}
              chosen={toChosenIn(chunk, chosen?.index ?? -1)}
              chosenId={`${id}-word`}
            />
          ))}
        </div>
        {chosen && chosen.shows !== 'word' && (
          <WordPopover
            // The key remounts the popover for another word.
            key={chosen.index}
            box={box}
            list={list}
            index={chosen.index}
            word={chosen.word}
            isCorrecting={chosen.shows === 'field'}
            takesFocus={chosen.isByKeyboard}
            onPlay={track && (() => playFrom(chosen.index))}
            onBegin={() => {
              player.pause();
              setChoice({ ...chosen, shows: 'field' });
            }}
            onCorrect={correct}
            onClose={close}
            onLeave={() => setChoice(null)}
          />
        )}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {wordEditorText.keys}
      </p>
      <p aria-hidden="true" className="mx-0.5 mt-1.5 text-sm text-muted">
        {words.some(isDoubtful) ? (
          <>
            <span className={`text-ink ${doubtClass}`}>{wordEditorText.dotted}</span>
            {wordEditorText.dottedHint}
          </>
        ) : (
          wordEditorText.hint
        )}
      </p>
    </>
  );
}

const isRtl = (element: HTMLElement): boolean => getComputedStyle(element).direction === 'rtl';

interface EditedChunk extends WordChunk {
  /** For each word, whether it is doubtful. */
  readonly doubts: readonly boolean[];
}

/** Returns the index of the chosen word within the chunk, or -1. */
const toChosenIn = ({ from, pieces }: WordChunk, chosen: number): number =>
  chosen >= from && chosen < from + pieces.length ? chosen - from : -1;

interface ChunkProps {
  readonly chunk: EditedChunk;
  readonly spoken: number | 'heard' | 'next';
  readonly chosen: number;
  readonly chosenId: string;
}

const Chunk = memo(function Chunk({ chunk: { from, pieces, doubts }, spoken, chosen, chosenId }: ChunkProps) {
  return (
    <span role="none">
      {pieces.map((piece, index) => {
        const isChosen = index === chosen;
        return (
          <Word
            // oxlint-disable-next-line react/no-array-index-key -- words do not move, so the index identifies them
            key={index}
            index={from + index}
            id={isChosen ? chosenId : undefined}
            piece={piece}
            look={isChosen ? 'chosen' : index === spoken ? 'spoken' : 'plain'}
            isDoubtful={doubts[index] ?? false}
          />
        );
      })}
    </span>
  );
});

// The decoration takes no room, so that the text never moves.
const doubtClass = 'border-b-[2.5px] border-dotted border-voice-strong pb-px';
const looks = {
  chosen: 'bg-voice/16 text-voice-strong shadow-[0_0_0_1.5px] shadow-voice-strong',
  spoken: 'bg-voice/16 text-voice-strong shadow-[0_0_0_2px] shadow-voice/16',
  plain: '',
} as const;

interface WordProps {
  readonly index: number;
  readonly id: string | undefined;
  readonly piece: string;
  readonly look: keyof typeof looks;
  readonly isDoubtful: boolean;
}

const Word = memo(function Word({ index, id, piece, look, isDoubtful: isDotted }: WordProps) {
  const word = piece.trimEnd();
  return (
    <>
      <span
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as of the list
        role="option"
        aria-selected={look === 'chosen'}
        aria-label={isDotted ? wordEditorText.doubtful(word) : undefined}
        data-word={index}
        data-said={look === 'spoken' ? '' : undefined}
        className={`rounded-[5px] ${looks[look]} ${isDotted ? `rounded-b-none ${doubtClass}` : ''}`}
      >
        {word}
      </span>
      {piece.slice(word.length)}
    </>
  );
});
