import type { Session } from '@relato/contract/account/types';
import type { StoryId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import type { trpc } from '../../../lib/calls/trpc.ts';
import { onReconnectOrFocus } from '../../../lib/online.ts';
import { savesData } from '../../../lib/saves-data.ts';
import { onSessionEvent } from '../../../lib/session/session-channel.ts';
import { followHeard, getKind, player, wantsToPlay } from '../../player/public.ts';
import { limitHeardChecks, keepHeard, type HeardDependencies } from './keep-heard.ts';
import { rememberListens } from './remember-listens.ts';
import { HeardStore } from './heard-store.ts';
import { heardQueryKey } from './use-heard-stories.ts';

export interface HeardOptions {
  readonly utils: ReturnType<typeof trpc.useUtils>;
  readonly queryClient: QueryClient;
}

let isStarted = false;

/** Keeps the stories that are heard from now on, and checks the kept ones. Does so once, however often it is called. */
export function startHeard({ utils, queryClient }: HeardOptions): void {
  if (isStarted) return;
  isStarted = true;
  const getSession = (): Session | null | undefined => utils.account.session.getData();
  const dependencies: HeardDependencies = {
    store: new HeardStore(),
    listPublic: (ids) => utils.client.stories.byIds.query({ ids: [...ids] }),
    load: loadSound,
    mayLoad,
    getListenerId: () => {
      const session = getSession();
      return session === undefined ? undefined : (session?.user.id ?? null);
    },
    nowMs: Date.now,
  };
  const refresh = () => queryClient.invalidateQueries({ queryKey: heardQueryKey });
  const running = new Set<string>();
  const keep = ({ id }: { readonly id: string }) => {
    if (running.has(id)) return;
    running.add(id);
    // a track of a story has its id
    void keepHeard(id as StoryId, dependencies)
      .then(refresh)
      .catch((error: unknown) => console.warn('A story was not kept for later', error))
      .finally(() => running.delete(id));
  };
  followHeard(player, keep, dependencies.getListenerId);
  startListens(utils, dependencies.getListenerId);
  const check = limitHeardChecks({
    dependencies,
    onChange: () => void refresh(),
    readClock: () => performance.now(),
  });
  const checkOnline = () => {
    if (navigator.onLine) void check();
  };
  checkOnline();
  onReconnectOrFocus(checkOnline);
  // The session may be known only after the network is back.
  onSessionEvent(checkOnline);
}

function startListens(utils: HeardOptions['utils'], getListenerId: HeardDependencies['getListenerId']): void {
  const { note, flush, sync } = rememberListens({
    player: {
      isPlaying: (id) => wantsToPlay(getKind(player.getState(), id)),
      getPosition: (id) => {
        const { playback, saved } = player.getState();
        return playback.kind !== 'idle' && playback.track.id === id ? playback.positionSeconds : saved[id];
      },
      seek: (id, seconds) => player.seek(id, seconds),
    },
    getListenerId,
    load: () => utils.stories.listens.fetch(undefined, { staleTime: limits.heard.checkMs, gcTime: Infinity }),
    getKnown: () => utils.stories.listens.getData(),
    send: (stories) => utils.client.stories.rememberListens.mutate({ stories: [...stories] }),
    readClock: () => performance.now(),
  });
  // The track of a story has its id.
  followHeard(player, ({ id }, seconds) => note(id as StoryId, seconds), getListenerId, 0);
  void sync();
  onReconnectOrFocus(() => void sync());
  onSessionEvent(() => void sync());
  // The player has paused before this event.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void flush();
  });
  window.addEventListener('pagehide', () => void flush());
}

async function loadSound(audioUrl: string): Promise<Blob> {
  const answer = await fetch(audioUrl);
  if (!answer.ok) throw new Error(`The sound answers ${answer.status}`);
  return answer.blob();
}

async function mayLoad(): Promise<boolean> {
  if (savesData()) return false;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage >= limits.heard.minFreeBytes;
}
