import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';

/** Lazy, because only the cards of 'Para ti' have a reason. */
export const Reason = lazyOptional(
  async () => (await import('./for-me-card.tsx')).Reason,
  () => <p className="mb-2 h-5" />,
);
