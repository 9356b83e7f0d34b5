import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';

// The parts that only the cards of 'Para ti' show.
const load = () => import('./for-me-card.tsx');
export const Reason = lazyOptional(
  async () => (await load()).Reason,
  () => <p className="mb-2 h-5" />,
);
export const NotForMe = lazyOptional(async () => (await load()).NotForMe);
