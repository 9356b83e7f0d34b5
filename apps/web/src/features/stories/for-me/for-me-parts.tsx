import { lazyOptional, lazyPart } from '../../../lib/lazy/lazy-part.tsx';

// The parts that only 'Para ti' shows.
export const Reason = lazyOptional(
  async () => (await import('./reason.tsx')).Reason,
  () => <p className="mb-2 h-5" />,
);
export const NotForMe = lazyPart(async () => (await import('./not-for-me.tsx')).NotForMe);
