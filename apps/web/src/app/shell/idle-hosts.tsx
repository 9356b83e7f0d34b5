import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { heardDatabase } from '../../lib/forget-heard.ts';

/** The first screen has loaded by then. */
const afterMs = 3_000;
/** A user who does nothing for so long does not wait for the network. */
const quietMs = 3_000;
const uses = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Starts the service worker while the page is not used, because it loads every screen: by the time of a press there may be
 * no network, or a newer version on the server.
 */
export function WorkerHost() {
  useEffect(() => {
    let timer = setTimeout(() => void startWorker(), afterMs);
    const stopping = new AbortController();
    const { signal } = stopping;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void startWorker(), quietMs);
    };
    for (const use of uses) addEventListener(use, wait, { signal, passive: true, capture: true });
    const startWorker = async () => {
      stopping.abort();
      try {
        await (await import('../worker/worker-updates.ts')).startWorker();
      } catch (error) {
        console.warn('The app does not start without a network', error);
      }
    };
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, []);
  return null;
}

/** Keeps what is heard, once stories were shown, and checks what is kept. */
export function HeardHost({ showsStories }: { readonly showsStories: boolean }) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const isStarted = useRef(false);
  useEffect(() => {
    const start = async () => {
      try {
        if (isStarted.current || !(showsStories || (await keepsHeard()))) return;
        const { startHeard } = await import('../../features/stories/heard/start-heard.ts');
        if (isStarted.current) return;
        isStarted.current = true;
        startHeard({ utils, queryClient });
      } catch (error) {
        console.warn('Nothing is kept to be heard without a network', error);
      }
    };
    const timer = setTimeout(() => void start(), afterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the others are the same for each page
  }, [showsStories]);
  return null;
}

async function keepsHeard(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === heardDatabase);
}
