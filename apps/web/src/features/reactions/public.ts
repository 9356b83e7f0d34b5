// The exports for other features; apps/web/layers.json lists the features that may import them.
import { createElement } from 'react';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';

export { WarmthPart } from './warmth-part.tsx';
/** Comes after the text, whose words work without it, into a place that is kept for it. */
export const WordReactions = lazyOptional(
  async () => (await import('./word-reactions.tsx')).WordReactions,
  () => createElement('div', { className: 'h-11' }),
);
