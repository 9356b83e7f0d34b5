import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';

/** Comes into a place that is kept for it: what is below does not move. */
export const Thanks = lazyOptional(
  async () => (await import('./thanks.tsx')).Thanks,
  () => <div className="h-11" />,
);
