import { limits } from '@relato/contract/limits';
import { bottomBarPx, headerPx } from '../../../lib/layout/bar-heights.ts';
import { getPosition, player, setSilentPlace, wantsToPlay } from '../../player/public.ts';
import { openingAttribute } from '../../transcription/public.ts';

/** The name of the lit word in the style sheet. */
const litWord = 'lit-word';
/** Less of the text on the screen is left alone. */
const minShown = 0.6;

interface TimedWord {
  readonly range: Range;
  readonly startMs: number;
}

interface Reading {
  readonly storyId: string;
  readonly text: Element;
  readonly words: readonly TimedWord[];
  readonly endMs: number;
  /** When the recording would have begun, by `performance.now()`. */
  readonly beganMs: number;
}

type Load = (storyId: string) => Promise<readonly number[]>;

/**
 * Lights up the words of the story in the middle of the screen at the pace of its voice, without a sound. What is played begins at
 * the lit word, and opens the text, whose words go on with the sound. The lit word is a highlight, which changes no element, and
 * a timer waits for the next one: nothing runs for each frame.
 */
export class SilentReader {
  readonly #load: Load;
  readonly #ended = new AbortController();
  readonly #lit = new Highlight();
  readonly #watcher: IntersectionObserver;
  /** The element whose story is read, or was read to its end since it came to the middle. */
  #text: Element | null = null;
  #reading: Reading | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #wordTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: Load) {
    this.#load = load;
    CSS.highlights.set(litWord, this.#lit);
    this.#watcher = new IntersectionObserver(
      (entries) => {
        if ((entries.at(-1)?.intersectionRatio ?? 0) < minShown) this.#leave();
      },
      { threshold: minShown, rootMargin: `-${headerPx}px 0px -${bottomBarPx}px` },
    );
    const { signal } = this.#ended;
    addEventListener('scroll', () => this.#rest(), { signal, passive: true });
    // A list that comes, or another screen.
    const size = new ResizeObserver(() => this.#rest());
    size.observe(document.body);
    signal.addEventListener('abort', () => size.disconnect());
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden) this.#leave();
        else this.#rest();
      },
      { signal },
    );
    signal.addEventListener(
      'abort',
      player.subscribe(() => this.#look()),
    );
  }

  end(): void {
    this.#ended.abort();
    clearTimeout(this.#restTimer);
    this.#leave();
    CSS.highlights.delete(litWord);
  }

  /** What is in the middle is read once it rests there. */
  #rest(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => void this.#choose(), limits.silentReading.restMs);
  }

  #leave(): void {
    clearTimeout(this.#wordTimer);
    this.#watcher.disconnect();
    this.#lit.clear();
    setSilentPlace(null);
    this.#text = null;
    this.#reading = null;
  }

  async #choose(): Promise<void> {
    const card = findMiddle();
    const text = card?.querySelector(`[${openingAttribute}]`) ?? null;
    const storyId = card?.dataset['story'];
    if (text === this.#text) return;
    this.#leave();
    if (!text || storyId === undefined || document.hidden || !isUnheard(storyId)) return;
    this.#text = text;
    // Without the times, which the server does not tell now, the text stays as it is.
    const timesMs = await this.#load(storyId).catch(() => []);
    const words = toTimedWords(text, timesMs);
    const [first] = words;
    if (text !== this.#text || !first) return;
    this.#reading = {
      storyId,
      text,
      words,
      endMs: timesMs[words.length] ?? first.startMs,
      beganMs: performance.now() - first.startMs,
    };
    this.#watcher.observe(text);
    this.#look();
  }

  /** Lights up the word that is said now, and waits for the next one. */
  #look(): void {
    clearTimeout(this.#wordTimer);
    const reading = this.#reading;
    if (!reading) return;
    if (wantsToPlay(player.getState().playback.kind) || document.querySelector('dialog[open]')) {
      this.#leave();
      return;
    }
    const { words, endMs, storyId } = reading;
    const nowMs = performance.now() - reading.beganMs;
    const next = words.findIndex(({ startMs }) => startMs > nowMs);
    const isOver = nowMs >= endMs;
    const word = isOver ? undefined : words[(next === -1 ? words.length : next) - 1];
    this.#lit.clear();
    if (word) this.#lit.add(word.range);
    setSilentPlace(word ? { storyId, seconds: word.startMs / 1_000 } : null);
    const nextMs = words[next]?.startMs ?? endMs;
    if (!isOver) this.#wordTimer = setTimeout(() => this.#look(), Math.max(nextMs - nowMs, 1));
  }
}

/** Returns the card in the middle of what the bars leave of the screen. */
function findMiddle(): HTMLElement | null {
  const { left, right } = (document.querySelector('main') ?? document.body).getBoundingClientRect();
  const middle = document.elementFromPoint(
    (left + right) / 2,
    (headerPx + window.innerHeight - bottomBarPx) / 2,
  );
  return middle?.closest<HTMLElement>('[data-story]') ?? null;
}

/** What plays, or was begun, goes on by a tap where it stopped. */
function isUnheard(storyId: string): boolean {
  const state = player.getState();
  return !wantsToPlay(state.playback.kind) && getPosition(state, storyId) === 0;
}

/** Returns the shown words, each with the time at which it begins. */
function toTimedWords(text: Element, timesMs: readonly number[]): readonly TimedWord[] {
  const node = text.firstChild;
  if (!(node instanceof Text)) return [];
  return [...node.data.matchAll(/\S+/g)].slice(0, timesMs.length - 1).map((match, index) => {
    const range = new Range();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    return { range, startMs: timesMs[index] ?? 0 };
  });
}
