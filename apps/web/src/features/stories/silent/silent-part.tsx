import { useState } from 'react';
import { idle } from '../../../lib/after-paint.ts';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { mayRead } from './may-read.ts';

const SilentReading = lazyOptional(async () => {
  await idle();
  return (await import('./silent-reading.tsx')).SilentReading;
});

/** Reads the stories of a list without a sound, if allowed. Loads when the browser is idle. */
export function SilentPart() {
  const [isWanted] = useState(() => mayRead());
  return isWanted && <SilentReading />;
}
