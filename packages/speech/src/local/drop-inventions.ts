import { foldText, type TranscriptWord } from '@relato/contract';

type Words = readonly TranscriptWord[];

/** Credits that models learned from subtitles. No story consists of such a sentence. */
const credits: readonly RegExp[] = [
  /\bamara\.? ?org\b/u,
  /^sub[tt]itul(?:os|ado)(?: \p{L}+)? (?:por|de) la comunidad\b/u,
  /^subtitul(?:os|ado) (?:realizados|hechos|creados|traducidos|corregidos) por\b/u,
  /^(?:subtitul(?:os|ado)|transcripcion|traduccion|correccion|edicion)(?: y \p{L}+)*(?: por)?:? (?:www\.|https?:|\p{L}+\.(?:com|org|net|es)\b)/u,
  /^mas informacion (?:en )?www\./u,
  /^www\.\S+$/u,
];

/** The last words of videos, which models invent at the end of a recording or in silence. */
const closings: readonly RegExp[] = [
  /^(?:muchas )?gracias por (?:ver|mirar|ver y escuchar)(?: (?:el|este|mi|nuestro|los|mis) (?:videos?|canal|programa))?$/u,
  /^(?:muchas )?gracias por (?:su|tu|vuestra) (?:atencion|visualizacion|suscripcion)$/u,
  /^(?:no (?:te )?olvid(?:es|en) (?:de )?)?(?:suscrib(?:ete|irte|anse|irse|ete ya|ios))(?: (?:a|al|a mi|a este|a nuestro)(?: canal)?)?(?: de youtube)?(?: y .{0,60})?$/u,
  /^(?:dale|denle|deja|dejen|dejame)(?: un| tu| su)? (?:like|me gusta)(?: .{0,60})?$/u,
  /^(?:activa|activen) la campanita(?: .{0,60})?$/u,
  /^(?:nos vemos|hasta|te veo|los veo)(?: en)? (?:el|la|un) (?:proximo|siguiente|nuevo) (?:video|capitulo|episodio)$/u,
  /^subtitul(?:os|ado)(?: por)?(?: \p{L}+){1,4}$/u,
  /^(?:subscribe|thanks for watching|thank you for watching|thank you)$/u,
];

/** Phrases that people also say, and that models invent only in silence. */
const courtesies: readonly RegExp[] = [
  /^(?:muchas )?gracias(?: por (?:escuchar|todo))?$/u,
  /^(?:adios|chao|chau|hasta (?:luego|pronto|mañana|la proxima|la vista)|nos vemos|bye(?: bye)?)$/u,
  /^(?:eh|mmm+|ah|oh|uh|ok|okay|bueno|si|no|ya)$/u,
];

const sounds =
  'musica|aplausos?|risas?|rie|llanto|llora|suspir[oa]s?|ruidos?|silencio|tos|tose|sonidos?|inaudible|ininteligible|murmullos?|gritos?|grita|ladridos?|timbre|telefono|cantos?|canta|viento|pasos|pausa';
/** The notes of a model for sounds other than speech. Round brackets may also contain real speech. */
const soundNote = new RegExp(`^(?:\\[.*\\]|[(*](?:${sounds})(?: .{0,40})?[)*])$`, 'u');
const musicSigns = /[♪♫🎵🎶]/gu;

/**
 * Drops text that models invent: notes about sounds, loops, and the closing phrases of videos. `isQuiet` returns whether
 * some words have no sound. A closing phrase in the middle of speech stays, because the speaker may quote it.
 */
export function dropInventions(words: Words, isQuiet: (words: Words) => boolean): TranscriptWord[] {
  const sung = words
    .map((word) => ({ ...word, text: word.text.replaceAll(musicSigns, '') }))
    .filter(({ text }) => text !== '');
  const kept = toSentences(collapseLoops(sung)).filter((sentence) => {
    const text = toPlain(sentence);
    if (soundNote.test(foldText(toText(sentence))) || matches(credits, text)) return false;
    return !((matches(closings, text) || matches(courtesies, text)) && isQuiet(sentence));
  });
  while (kept.length > 0 && matches(closings, toPlain(kept.at(-1) ?? []))) kept.pop();
  return kept.flat();
}

/** The number of times that a person may repeat a few words. A loop repeats far more often. */
const mostRepeats = [0, 8, 5, 4] as const;
const manyWordsRepeats = 3;
const longestLoop = 30;

/** Keeps the first round of words that repeat like a loop. */
function collapseLoops(words: Words): TranscriptWord[] {
  const plain = words.map(({ text }) => normalize(text));
  const kept: TranscriptWord[] = [];
  let at = 0;
  while (at < words.length) {
    const { length, rounds } = findLoop(plain, at);
    kept.push(...words.slice(at, at + length));
    at += length * rounds;
  }
  return kept;
}

/** Returns the loop that starts at a word, or otherwise one word and one round. */
function findLoop(plain: readonly string[], at: number): { length: number; rounds: number } {
  for (let length = 1; length <= longestLoop && at + 2 * length <= plain.length; length += 1) {
    let end = at + length;
    while (end < plain.length && plain[end] === plain[end - length]) end += 1;
    const rounds = Math.floor((end - at) / length);
    if (rounds > (mostRepeats[length] ?? manyWordsRepeats)) return { length, rounds };
  }
  return { length: 1, rounds: 1 };
}

/** Splits words after sentences and around notes in brackets. */
function toSentences(words: Words): TranscriptWord[][] {
  const sentences: TranscriptWord[][] = [];
  let isOpen = false;
  for (const word of words) {
    if (isOpen && !/^[[(*]/u.test(word.text)) sentences.at(-1)?.push(word);
    else sentences.push([word]);
    isOpen = !/[.!?…\])*]["'»”]?$/u.test(word.text);
  }
  return sentences;
}

const matches = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

const toText = (words: Words): string => words.map(({ text }) => text).join(' ');

/** Returns a sentence in lower case, without accents and without the signs around and between its words. */
const toPlain = (words: Words): string =>
  words
    .map(({ text }) => normalize(text))
    .join(' ')
    .trim();

const normalize = (text: string): string =>
  foldText(text).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
