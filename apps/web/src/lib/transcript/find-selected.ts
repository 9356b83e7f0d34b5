import { limits } from '@relato/contract/limits';
import type { WordRange } from '@relato/contract/transcription/spans';

/** Returns the index of the word that an element is or belongs to. */
export function toWordIndex(target: EventTarget | null): number | null {
  const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]') : null;
  return word ? Number(word.dataset['word']) : null;
}

/** Returns the index of the lit word of a text: the spoken one, or the one that the keys reached. */
export const findLit = (box: Element | null): number | null =>
  toWordIndex(box && box.querySelector('[data-said]'));

/** Returns the selected words of a text, or null. */
export function findSelected(box: Element | null): WordRange | null {
  const selection = getSelection();
  if (!box || !selection || selection.isCollapsed) return null;
  const selected = Array.from(box.querySelectorAll('[data-word]')).filter((word) =>
    selection.containsNode(word, true),
  );
  const [from, to] = [toWordIndex(selected[0] ?? null), toWordIndex(selected.at(-1) ?? null)];
  if (from === null || to === null) return null;
  return { from, to: Math.min(to, from + limits.span.maxWords - 1) };
}
