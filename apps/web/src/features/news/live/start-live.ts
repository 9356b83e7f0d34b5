import type { StoryId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import { liveLimits } from '@relato/contract/news/live-limits';
import type { LiveInput } from '@relato/contract/news/schema';
import type { LiveTopic } from '@relato/contract/news/types';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { transformer, trpc } from '../../../lib/calls/trpc.ts';
import { onReconnectOrFocus } from '../../../lib/online.ts';
import { setRefreshInterval } from '../../../lib/refresh-interval.ts';
import { createLiveStream, type LiveStreamOptions } from './live-stream.ts';
import { canShare, joinTabs, type Tabs, type Told } from './tabs.ts';

interface LiveOptions {
  readonly utils: ReturnType<typeof trpc.useUtils>;
  readonly queryClient: QueryClient;
}

const commentsKey = getQueryKey(trpc.comments.list);
const sessionKey = String(getQueryKey(trpc.account.session)[0]);

/**
 * Refetches the topics that the server announces, over one connection for all tabs of this browser. Without a connection
 * every screen polls at its usual interval.
 */
export function startLive({ utils, queryClient }: LiveOptions): void {
  if (!canShare()) return;
  let isLive = false;
  let lastEventId: string | null = null;
  let tabs: Tabs | null = null;

  function askAnew(topics: readonly LiveTopic[]): void {
    const isAll = topics.includes('all');
    if (isAll || topics.includes('news')) void utils.news.invalidate();
    if (isAll || topics.includes('transcripts')) {
      void utils.stories.mine.invalidate();
      void utils.stories.byId.invalidate();
    }
    if (isAll) void utils.comments.list.invalidate();
    else
      for (const topic of topics)
        if (topic.startsWith('comments:')) void utils.comments.list.invalidate({ storyId: topic.slice(9) });
  }

  function setLive(now: boolean): void {
    if (now === isLive) return;
    isLive = now;
    setRefreshInterval(now ? liveLimits.refreshMs : limits.refresh.intervalMs);
    // The next poll may be `refreshMs` away. A page that is being left shows nothing any more.
    if (!now && tabs) askAnew(['all']);
  }

  function hear(told: Told): void {
    lastEventId = told.id;
    askAnew(told.topics);
  }

  const stream = createLiveStream({
    open: openConnection,
    onTold: (told) => {
      hear(told);
      tabs?.tell({ kind: 'told', told });
    },
    onLive: (now) => {
      setLive(now);
      tabs?.tell({ kind: 'live', isLive: now });
    },
    // The server ends a connection whose session has ended.
    onEnd: () => void utils.account.session.invalidate(),
  });

  /** Ends live mode after a silence: the system may have frozen the leading tab, which keeps its lock. */
  let silence: ReturnType<typeof setTimeout> | undefined;
  function follow(message: Parameters<Parameters<typeof joinTabs>[0]['onMessage']>[0]): void {
    clearTimeout(silence);
    silence = setTimeout(() => setLive(false), liveLimits.silentMs);
    if (message.kind === 'told') hear(message.told);
    else setLive(message.isLive);
  }

  function lead(stories: readonly StoryId[]): void {
    clearTimeout(silence);
    const session = utils.account.session.getData();
    if (session === undefined) return;
    const userId = session?.user.id ?? null;
    const isWanted = userId !== null || stories.length > 0;
    stream.want(isWanted ? { userId, stories: stories.slice(0, liveLimits.maxStories), lastEventId } : null);
    // Tells the tabs that have just joined.
    if (isLive) tabs?.tell({ kind: 'live', isLive });
  }

  const listShown = (): StoryId[] =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: commentsKey, type: 'active' })
      .flatMap(({ queryKey }) => readStoryId(queryKey) ?? []);

  function join(): void {
    tabs = joinTabs({
      onLead: lead,
      onMessage: follow,
    });
    tabs.show(listShown());
  }

  join();
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isOfComments = String(query.queryKey[0]) === String(commentsKey[0]);
    if (isOfComments && (type === 'observerAdded' || type === 'observerRemoved')) tabs?.show(listShown());
    if (type === 'updated' && String(query.queryKey[0]) === sessionKey) tabs?.show(listShown());
  });
  onReconnectOrFocus(stream.hurry);
  // Browsers do not keep a page that holds a lock in the back/forward cache.
  addEventListener('pagehide', () => {
    tabs?.leave();
    tabs = null;
    stream.want(null);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) join();
  });
}

function readStoryId([, input]: QueryKey): StoryId | null {
  const { storyId = null } =
    (input as { readonly input?: { readonly storyId?: StoryId } } | undefined)?.input ?? {}; // as tRPC writes it
  return storyId;
}

/**
 * Opens the same connection as tRPC's `httpSubscriptionLink`, whose file also holds the links of the first load and would
 * add its weight to every screen.
 */
const openConnection: LiveStreamOptions['open'] = (request, { onOpen, onTold, onEnd }) => {
  const input: LiveInput = request;
  const text = JSON.stringify(transformer.serialize(input));
  const source = new EventSource(`/trpc/news.live?input=${encodeURIComponent(text)}`);
  let timer: ReturnType<typeof setTimeout>;
  const waitForBeat = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onEnd, liveLimits.silentMs);
  };
  waitForBeat();
  source.addEventListener('connected', onOpen);
  source.addEventListener('ping', () => {
    waitForBeat();
    onOpen();
  });
  source.addEventListener('message', ({ data, lastEventId: id }: MessageEvent<string>) => {
    waitForBeat();
    onTold({ id, topics: transformer.deserialize(JSON.parse(data)) });
  });
  source.addEventListener('error', onEnd);
  return () => {
    clearTimeout(timer);
    source.close();
  };
};
