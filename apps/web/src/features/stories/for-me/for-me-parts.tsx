import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';

/** Only the cards of 'Para ti' have one. */
export const Reason = lazyOptional(
  async () => (await import('./for-me-card.tsx')).Reason,
  () => <p className="mb-2 h-5" />,
);
