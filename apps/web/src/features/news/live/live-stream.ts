import type { StoryId } from '@relato/contract/ids';
import { liveLimits } from '@relato/contract/news/live-limits';
import type { Told } from './tabs.ts';

interface LiveRequest {
  readonly stories: StoryId[];
  readonly lastEventId: string | null;
}

interface Connection {
  /** It is open, as at each beat. */
  readonly onOpen: () => void;
  readonly onTold: (told: Told) => void;
  /** It ended, or could not be opened. */
  readonly onEnd: () => void;
}

export interface LiveStreamOptions {
  /** Opens a connection, and returns what closes it. */
  readonly open: (request: LiveRequest, connection: Connection) => () => void;
  readonly onTold: (told: Told) => void;
  /** Called when there is a connection, and when it could not be replaced at once. */
  readonly onLive: (isLive: boolean) => void;
  /** Called whenever a connection ended: its session may have. */
  readonly onEnd: () => void;
}

export interface LiveStream {
  /** Connects anew if it is another wish: of another user, or for other stories. Null ends the connection. */
  readonly want: (wish: Wish | null) => void;
  /** Tries again at once, if it waits to do so. */
  readonly hurry: () => void;
}

interface Wish {
  readonly userId: string | null;
  readonly stories: StoryId[];
  /** What is known from another tab that had the connection before. */
  readonly lastEventId: string | null;
}

/** Keeps a connection open. The browser would try again by itself, but all at the same time and for ever. */
export function createLiveStream({ open, onTold, onLive, onEnd }: LiveStreamOptions): LiveStream {
  let wish: Wish | null = null;
  let lastEventId: string | null = null;
  let failures = 0;
  let close: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    stop();
    if (!wish) return;
    let isOver = false;
    const closeIt = open(
      { stories: wish.stories, lastEventId },
      {
        onOpen: () => {
          if (isOver) return;
          failures = 0;
          onLive(true);
        },
        onTold: (told) => {
          if (isOver) return;
          lastEventId = told.id;
          onTold(told);
        },
        onEnd: () => {
          if (isOver) return;
          stop();
          tryAgain();
          onEnd();
        },
      },
    );
    close = () => {
      isOver = true;
      closeIt();
    };
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    close?.();
    close = null;
  }

  function tryAgain(): void {
    // A connection that was open may be replaced at once: what is missed meanwhile is told.
    if (failures > 0) onLive(false);
    const { retryMs } = liveLimits;
    const waitMs = retryMs[Math.min(failures, retryMs.length - 1)] ?? 0;
    failures += 1;
    timer = setTimeout(connect, waitMs * (0.5 + Math.random()));
  }

  return {
    want: (next) => {
      const isSame =
        next !== null && wish?.userId === next.userId && wish.stories.join(' ') === next.stories.join(' ');
      if (isSame || (next === null && wish === null)) return;
      // An event that was told to another user says nothing about what this one missed, but the server cannot tell.
      if (wish?.userId !== next?.userId) lastEventId = wish === null ? (next?.lastEventId ?? null) : null;
      wish = next;
      failures = 0;
      if (wish === null) onLive(false);
      connect();
    },
    hurry: () => {
      if (timer !== undefined) connect();
    },
  };
}
