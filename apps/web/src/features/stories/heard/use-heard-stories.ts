import type { StoryId, UserId } from '@relato/contract/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HeardStore, type HeardStory, isOffered } from './heard-store.ts';

/** The query key of the stories that this browser keeps. */
export const heardQueryKey = ['heard'] as const;

const store = new HeardStore();

/** The stories that can be played without a network, the last heard first. */
export function useHeardStories(listenerId: UserId | null): readonly HeardStory[] {
  const { data } = useQuery<readonly HeardStory[]>({
    queryKey: [...heardQueryKey, listenerId],
    queryFn: async () => (await store.list()).filter((story) => isOffered(story, listenerId, Date.now())),
    // An initial value, because a query without data ignores an invalidation.
    initialData: [],
    staleTime: 0,
    retry: false,
  });
  return data;
}

/** Returns a function that removes a story whose sound is gone, and updates the list. */
export function useRemoveHeard(): (id: StoryId) => Promise<void> {
  const queryClient = useQueryClient();
  return async (id) => {
    await store.remove([id]).catch((error: unknown) => console.warn('A story was not removed', error));
    // Updates the list even if the storage does not answer.
    queryClient.setQueriesData<readonly HeardStory[]>({ queryKey: heardQueryKey }, (stories) =>
      stories?.filter((story) => story.id !== id),
    );
    await queryClient.invalidateQueries({ queryKey: heardQueryKey });
  };
}

/**
 * The `blob:` addresses of the opened sounds, by their addresses on the server, which change with the sound. They last as
 * long as the page, because the mini player does too.
 */
const addresses = new Map<string, string>();

/** Returns a `blob:` address of the sound; null if it is no longer kept. Throws what the browser's storage throws. */
export async function openHeard({ id, audioUrl }: HeardStory): Promise<string | null> {
  const known = addresses.get(audioUrl);
  if (known !== undefined) return known;
  const sound = await store.readSound(id);
  if (!sound) return null;
  const address = URL.createObjectURL(sound);
  addresses.set(audioUrl, address);
  return address;
}
