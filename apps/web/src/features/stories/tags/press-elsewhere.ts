import type { TagRefusal } from '@relato/contract/stories/rules';

interface UnfinishedTag {
  readonly field: HTMLInputElement | null;
  readonly text: string;
  /** Returns why the tag was refused; null if it was added. */
  readonly add: () => TagRefusal | null;
}

/**
 * Adds the tag in a field before a press of a button or a link elsewhere acts. Stops the press of a button with `data-saves`
 * if the tag is refused, because the text would be lost; the field shows the reason.
 */
export function pressElsewhere(event: MouseEvent, { field, text, add }: UnfinishedTag): void {
  const pressed = event.target instanceof Element ? event.target.closest('button, a') : null;
  if (pressed === null || text.trim() === '') return;
  // A press on a chip keeps the text, and the chip may be the same tag.
  if (field?.closest('fieldset')?.contains(pressed)) return;
  const refusal = add();
  if (refusal === null || !pressed.matches('[data-saves]')) return;
  // A duplicate tag is saved anyway, and a text of invisible characters is no loss.
  if (refusal === 'TAG_DUPLICATE' || refusal === 'TAG_REQUIRED') return;
  event.preventDefault();
  event.stopPropagation();
  field?.focus();
}
