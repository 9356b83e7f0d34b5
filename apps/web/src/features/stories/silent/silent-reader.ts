import { limits } from '@relato/contract/limits';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { headerPx } from '../../../lib/layout/bar-heights.ts';
import { getPosition, player, setSilentPlace, wantsToPlay } from '../../player/public.ts';
import { openingAttribute } from '../../transcription/public.ts';
import { mayRead } from './may-read.ts';

/** The name of the lit word in the style sheet. */
const litWord = 'lit-word';
/** A smaller share of the text on the screen is not read. */
const minShown = 0.6;

interface TimedWord {
  readonly range: Range;
  readonly startMs: number;
}

interface Reading {
  readonly storyId: string;
  readonly words: readonly TimedWord[];
  readonly endMs: number;
  /** The time at which the recording would have begun, by `performance.now()`. */
  readonly beganMs: number;
}

type Load = (storyId: string) => Promise<readonly SpokenWord[]>;

/**
 * Lights up the words of the story in the middle of the screen at the pace of its voice, without a sound. A tap plays from
 * the lit word, and opens the text, whose words continue with the sound. The lit word is a highlight, which changes no
 * element, and a timer waits for the next one, so that nothing runs in each frame.
 */
export class SilentReader {
  readonly #load: Load;
  readonly #ended = new AbortController();
  readonly #lit = new Highlight();
  #watcher: IntersectionObserver | null = null;
  /** The text that is being read, or was read to its end and is still in the middle. */
  #text: Element | null = null;
  #reading: Reading | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #wordTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: Load) {
    this.#load = load;
    CSS.highlights.set(litWord, this.#lit);
    const { signal } = this.#ended;
    addEventListener('scroll', () => this.#rest(), { signal, passive: true });
    // The page changes its size when a list arrives or another screen opens.
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
      player.subscribe(() => {
        if (this.#reading) this.#look();
        else this.#rest();
      }),
    );
  }

  end(): void {
    this.#ended.abort();
    clearTimeout(this.#restTimer);
    this.#leave();
    CSS.highlights.delete(litWord);
  }

  /** Waits until scrolling stops, then reads the card in the middle. */
  #rest(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#choose(), limits.silentReading.restMs);
  }

  #leave(): void {
    clearTimeout(this.#wordTimer);
    this.#watcher?.disconnect();
    this.#lit.clear();
    setSilentPlace(null);
    this.#text = null;
    this.#reading = null;
  }

  #choose(): void {
    // An open sheet covers the list. No event says that it has closed, so this looks again.
    if (document.querySelector('dialog[open]')) {
      this.#leave();
      this.#rest();
      return;
    }
    const card = findMiddle();
    const text = card?.querySelector(`[${openingAttribute}]`) ?? null;
    const storyId = card?.dataset['story'];
    if (text === this.#text) return;
    this.#leave();
    if (!text || storyId === undefined || document.hidden || !mayRead() || !isUnheard(storyId)) return;
    this.#text = text;
    // Loads the timings only once enough of the text is on the screen.
    this.#watcher = new IntersectionObserver(
      (entries) => {
        if ((entries.at(-1)?.intersectionRatio ?? 0) < minShown) this.#leave();
        else if (!this.#reading) void this.#read(storyId, text);
      },
      { threshold: minShown, rootMargin: `-${headerPx}px 0px ${getFloor() - window.innerHeight}px` },
    );
    this.#watcher.observe(text);
  }

  async #read(storyId: string, text: Element): Promise<void> {
    const told = await this.#load(storyId).catch(() => null);
    if (text !== this.#text) return;
    // After a failure, the next rest tries again.
    if (told === null) this.#leave();
    const words = toTimedWords(text, told ?? []);
    const [first] = words;
    if (!first) return;
    this.#reading = {
      storyId,
      words,
      endMs: told?.[words.length - 1]?.endMs ?? first.startMs,
      beganMs: performance.now() - first.startMs,
    };
    this.#look();
  }

  /** Lights up the current word, and waits for the next one. */
  #look(): void {
    clearTimeout(this.#wordTimer);
    if (!this.#reading) return;
    const { words, endMs, storyId, beganMs } = this.#reading;
    const nowMs = performance.now() - beganMs;
    const next = words.findIndex(({ startMs }) => startMs > nowMs);
    const word = words[Math.max((next === -1 ? words.length : next) - 1, 0)];
    // The listener has moved or played something, or the text has changed.
    if (!word || word.range.collapsed || !isUnheard(storyId) || document.querySelector('dialog[open]')) {
      this.#leave();
      this.#rest();
      return;
    }
    const isOver = nowMs >= endMs;
    this.#lit.clear();
    if (!isOver) this.#lit.add(word.range);
    // At the end of the shown words, playing continues with the words behind them.
    setSilentPlace({ storyId, seconds: (isOver ? endMs : word.startMs) / 1_000 });
    const nextMs = words[next]?.startMs ?? endMs;
    if (!isOver) this.#wordTimer = setTimeout(() => this.#look(), Math.max(nextMs - nowMs, 1));
  }
}

/** Returns the top of the bottom bar, or the end of the screen if the bar stands at the left. */
function getFloor(): number {
  const { top = 0 } = document.querySelector('[data-bar]')?.getBoundingClientRect() ?? {};
  return top > window.innerHeight / 2 ? top : window.innerHeight;
}

/** Returns the card in the middle of the area that the bars leave. */
function findMiddle(): HTMLElement | null {
  const { left, right } = (document.querySelector('main') ?? document.body).getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (headerPx + getFloor()) / 2);
  return middle?.closest<HTMLElement>('[data-story]') ?? null;
}

/** Returns whether nothing plays and the story was not started: a started one resumes at its saved position. */
function isUnheard(storyId: string): boolean {
  const state = player.getState();
  return !wantsToPlay(state.playback.kind) && getPosition(state, storyId) === 0;
}

/** Returns the shown words with their start times, or none if they differ from the spoken ones. */
function toTimedWords(text: Element, told: readonly SpokenWord[]): readonly TimedWord[] {
  const node = text.firstChild;
  if (!(node instanceof Text)) return [];
  const shown = [...node.data.matchAll(/\S+/g)];
  // The last word may be cut.
  const isSaid = shown.slice(0, -1).every(([word], index) => word === told[index]?.text);
  if (!isSaid || shown.length > told.length) return [];
  return shown.map(({ index, 0: word }, place) => {
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return { range, startMs: told[place]?.startMs ?? 0 };
  });
}
