import type { StoryId } from '@relato/contract/ids';
import { liveLimits } from '@relato/contract/news/live-limits';
import type { Told } from './tabs.ts';

interface LiveRequest {
  readonly stories: StoryId[];
  readonly lastEventId: string | null;
}

interface Connection {
  /** Called when the connection opens, and at each ping. */
  readonly onOpen: () => void;
  readonly onTold: (told: Told) => void;
  /** Called when the connection ended or could not be opened. */
  readonly onEnd: () => void;
}

export interface LiveStreamOptions {
  /** Opens a connection, and returns the function that closes it. */
  readonly open: (request: LiveRequest, connection: Connection) => () => void;
  readonly onTold: (told: Told) => void;
  /** Called with true when the connection opens, and with false when it ends or a reconnection fails. */
  readonly onLive: (isLive: boolean) => void;
  /** Called whenever a connection ended, because its session may have ended too. */
  readonly onEnd: () => void;
}

export interface LiveStream {
  /** Reconnects if the user or the stories differ from the last call. Null ends the connection. */
  readonly want: (wish: Wish | null) => void;
  /** Retries at once instead of waiting. */
  readonly hurry: () => void;
}

interface Wish {
  readonly userId: string | null;
  readonly stories: StoryId[];
  /** The last event that another tab received as the leader. */
  readonly lastEventId: string | null;
}

/** Keeps a connection open. An `EventSource` reconnects by itself too, but all browsers at the same time and without an end. */
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
    // The first reconnection keeps the state live, because the server resends the events that were missed.
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
      // Event ids say nothing about the user, so the id of another user's event would hide events from this one.
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
