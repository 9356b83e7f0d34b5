import { countCharacters, serverLimits, type SpokenWord } from '@relato/contract';

/** The text on the screen at one time. Times are in milliseconds, and `endMs` is greater than `startMs`. */
interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

interface Layout {
  readonly maxLines: number;
  readonly maxLineLength: number;
}

/**
 * Returns the words as captions in WebVTT (https://www.w3.org/TR/webvtt1/), one line a cue. `words` are in order of time,
 * and neighbours may overlap. With a speaker, each cue names the voice.
 */
export const toVtt = (
  words: readonly SpokenWord[],
  { speaker }: { readonly speaker?: string } = {},
): string =>
  [
    'WEBVTT\n',
    ...toCues(words, serverLimits.captions.vtt).map(
      ({ startMs, endMs, lines }) =>
        `${toTime(startMs, '.')} --> ${toTime(endMs, '.')}\n${toVoice(speaker)}${lines.map(escapeVtt).join('\n')}\n`,
    ),
  ].join('\n');

/**
 * Returns the words as a transcript of the podcast namespace, each with its time:
 * https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md
 */
export const toTranscriptJson = (
  words: readonly SpokenWord[],
  { speaker }: { readonly speaker: string },
): string =>
  JSON.stringify({
    version: '1.0.0',
    segments: words.map(({ text, startMs, endMs }) => ({
      speaker,
      startTime: startMs / 1_000,
      endTime: endMs / 1_000,
      body: text,
    })),
  });

/** Returns the words as captions in SubRip, which has no standard. `words` are like those of `toVtt`. */
export const toSrt = (words: readonly SpokenWord[]): string =>
  toCues(
    words.map((word) => ({ ...word, text: withoutMarkup(word.text) })),
    serverLimits.captions.srt,
  )
    .map(
      ({ startMs, endMs, lines }, index) =>
        `${index + 1}\n${toTime(startMs, ',')} --> ${toTime(endMs, ',')}\n${lines.join('\n')}\n`,
    )
    .join('\n');

const toVoice = (speaker: string | undefined): string =>
  speaker === undefined ? '' : `<v ${escapeVtt(speaker)}>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeVtt = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** SubRip has no escapes. Players interpret text between these as markup, and an arrow as a time. */
const withoutMarkup = (text: string): string =>
  text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

const pad = (value: number, length = 2): string => String(Math.trunc(value)).padStart(length, '0');

function toTime(ms: number, separator: '.' | ','): string {
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1_000) % 60)}${separator}${pad(ms % 1_000, 3)}`;
}

interface Draft extends Cue {
  /** Whether the word ends a sentence, and therefore the cue. */
  readonly isSentence: boolean;
}

const sentenceEnd = /[.!?…]["'»”’)\]]*$/u;

/** Starts a cue with a sentence, after a pause, and when the previous one is full or has lasted long enough. */
function toCues(words: readonly SpokenWord[], layout: Layout): Cue[] {
  const cues: Draft[] = [];
  for (const { text, startMs, endMs } of words.flatMap((word) => toPieces(word, layout.maxLineLength))) {
    const cue = cues.at(-1);
    const lines = cue && !isOver(cue, { startMs, endMs }) ? addWord(cue.lines, text, layout) : null;
    const isSentence = sentenceEnd.test(text);
    if (cue && lines)
      cues[cues.length - 1] = { ...cue, lines, isSentence, endMs: Math.max(cue.endMs, endMs) };
    else cues.push({ startMs, endMs, lines: [text], isSentence });
  }
  return separate(cues);
}

const isOver = (cue: Draft, { startMs, endMs }: Pick<SpokenWord, 'startMs' | 'endMs'>): boolean =>
  cue.isSentence ||
  startMs - cue.endMs >= serverLimits.captions.pauseMs ||
  endMs - cue.startMs > serverLimits.captions.maxCueMs;

/** Returns the lines with the word, or null if it does not fit. */
function addWord(
  lines: readonly string[],
  text: string,
  { maxLines, maxLineLength }: Layout,
): string[] | null {
  const before = lines.slice(0, -1);
  const longer = `${lines.at(-1) ?? ''} ${text}`;
  if (countCharacters(longer) <= maxLineLength) return [...before, longer];
  return lines.length < maxLines ? [...lines, text] : null;
}

/** Shows one cue at a time. Each stays long enough to be read if the next one allows it, and at least a moment. */
function separate(drafts: readonly Draft[]): Cue[] {
  const { minCueMs, maxCueMs } = serverLimits.captions;
  const cues: Cue[] = [];
  for (const [index, draft] of drafts.entries()) {
    const startMs = Math.max(draft.startMs, cues.at(-1)?.endMs ?? 0);
    const nextMs = drafts[index + 1]?.startMs ?? Infinity;
    const wantedMs = Math.min(Math.max(draft.endMs, startMs + minCueMs), startMs + maxCueMs);
    cues.push({ startMs, endMs: Math.max(Math.min(wantedMs, nextMs), startMs + 1), lines: draft.lines });
  }
  return cues;
}

const graphemes = new Intl.Segmenter('es');

/** Returns the pieces of a word that fit into a line and share its time. A word of control characters has none. */
function toPieces(word: SpokenWord, maxLength: number): SpokenWord[] {
  const text = word.text.replaceAll(/\p{Cc}/gu, '');
  const characters = countCharacters(text);
  if (characters === 0) return [];
  if (characters <= maxLength) return [{ ...word, text }];
  const pieces = [''];
  for (const { segment } of graphemes.segment(text)) {
    // A grapheme can be longer than a line.
    const parts = countCharacters(segment) > maxLength ? Array.from(segment) : [segment];
    for (const part of parts) {
      const longer = `${pieces.at(-1) ?? ''}${part}`;
      if (countCharacters(longer) <= maxLength) pieces[pieces.length - 1] = longer;
      else pieces.push(part);
    }
  }
  const pieceMs = (word.endMs - word.startMs) / pieces.length;
  return pieces.map((piece, index) => ({
    text: piece,
    startMs: Math.round(word.startMs + index * pieceMs),
    endMs: Math.round(word.startMs + (index + 1) * pieceMs),
  }));
}
