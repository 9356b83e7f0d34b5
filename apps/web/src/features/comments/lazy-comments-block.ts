import { lazyPart } from '../../lib/lazy/lazy-part.tsx';

/** A chunk of its own, because most cards are never opened. The screen of a single story loads it ahead. */
export const CommentsBlock = lazyPart(async () => (await import('./comments-block.tsx')).CommentsBlock);
