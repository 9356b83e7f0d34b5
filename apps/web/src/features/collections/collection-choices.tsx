import type { Collection } from '@relato/contract/collections/types';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { Paged } from '../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { collectionsText as text, toCollectionName } from '../../messages/stories/collections.ts';
import { Switch } from '../../ui/fields/switch.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { NewCollection } from './new-collection.tsx';
import { useCollect } from './use-collect.ts';

/** The collections of the viewer, each a switch that says whether it has the story, and a field for a new one. */
export function CollectionChoices({ storyId }: { readonly storyId: string }) {
  const mine = trpc.collections.mine.useInfiniteQuery({ storyId }, { ...byCursor, staleTime: 0 });
  const collect = useCollect();
  const utils = trpc.useUtils();
  // The story may be in the list on the screen, which `useCollect` left as it was.
  useEffect(() => () => void utils.stories.byCollection.invalidate(), [utils]);
  return (
    <>
      <Paged
        query={mine}
        skeleton={<RowSkeletons label={text.loading} />}
        failureTitle={text.errors.load}
        empty={<p className="mt-2 text-muted">{text.none}</p>}
      >
        {(collections) => (
          <ul aria-label={text.mine} className="mt-2 divide-y divide-line">
            {collections.map((collection) => (
              <Choice key={collection.id} collection={collection} storyId={storyId} />
            ))}
          </ul>
        )}
      </Paged>
      <NewCollection
        onCreated={({ id, name }) =>
          collect.mutate(
            { id, storyId, isIn: true },
            { onSuccess: () => showToast({ title: text.added(name) }) },
          )
        }
      />
    </>
  );
}

function Choice({ collection, storyId }: { readonly collection: Collection; readonly storyId: string }) {
  const collect = useCollect();
  const { id, hasStory, storiesCount, isPublic } = collection;
  const name = toCollectionName(collection);
  // Shows the requested state at once, and the stored one again after a failure.
  const [wish, setWish] = useState<boolean | null>(null);
  const change = (isIn: boolean) => {
    setWish(isIn);
    collect.mutate(
      { id, storyId, isIn },
      {
        onSuccess: () => showToast({ title: isIn ? text.added(name) : text.removed(name) }),
        onError: () => setWish(null),
      },
    );
  };
  return (
    <li className="py-1.5 wrap-anywhere" dir="auto">
      <Switch
        label={name}
        hint={text.state(storiesCount, isPublic)}
        checked={wish ?? hasStory}
        busy={collect.isPending}
        onChange={change}
      />
    </li>
  );
}
