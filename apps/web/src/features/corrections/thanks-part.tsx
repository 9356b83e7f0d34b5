import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';

/** Loads into reserved space, so that nothing below moves. */
export const Thanks = lazyOptional(
  async () => (await import('./thanks.tsx')).Thanks,
  () => <div className="h-11" />,
);
