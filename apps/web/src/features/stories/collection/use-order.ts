import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import type { InfiniteData } from '@tanstack/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useShownAhead } from '../../../lib/calls/use-shown-ahead.ts';
import { oneAfterTheOther, showCollectionError, useCollectionsRefresh } from '../../collections/public.ts';
import { toPlaced } from './to-placed.ts';

type Stories = InfiniteData<Page<StorySummary>, string | null>;

interface Change {
  readonly storyId: string;
  /** The story before which it is put. Without one it is removed. */
  readonly before?: string;
}

function applyChange(stories: Stories, { storyId, before }: Change): Stories {
  const pages =
    before === undefined
      ? stories.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== storyId) }))
      : toPlaced(stories.pages, storyId, before);
  return { ...stories, pages };
}

/** Moves and removes the stories of a collection. Changes show at once, run in order, and are reverted on failure. */
export function useOrder(id: string) {
  const { stories } = trpc.useUtils();
  const refresh = useCollectionsRefresh();
  const { onMutate, onSuccess, restore } = useShownAhead<Stories, Change>({
    ...oneAfterTheOther,
    read: () => stories.byCollection.getInfiniteData({ id }),
    show: (data) => {
      stories.byCollection.setInfiniteData({ id }, data);
      // An answer in flight is older than the press, and the next press builds on what this one shows.
      void stories.byCollection.cancel({ id });
    },
    apply: applyChange,
  });
  const options = {
    ...oneAfterTheOther,
    onMutate,
    onSuccess,
    onError: (error: unknown) => {
      restore();
      showCollectionError(error);
    },
    onSettled: () => refresh(),
  };
  const move = trpc.collections.move.useMutation(options);
  const collect = trpc.collections.setStory.useMutation(options);
  return {
    move: (storyId: string, before: string) => move.mutate({ id, storyId, before }),
    remove: (storyId: string) => collect.mutate({ id, storyId, isIn: false }),
  };
}
