import { useEffect, useEffectEvent } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { SilentReader } from './silent-reader.ts';

/** Reads the stories of a list without a sound, for as long as it is mounted. */
export function SilentReading() {
  const { stories } = trpc.useUtils();
  const load = useEffectEvent(async (id: string) => (await stories.opening.fetch({ id })).words);
  useEffect(() => {
    const reader = new SilentReader((id) => load(id));
    return () => reader.end();
  }, []);
  return null;
}
