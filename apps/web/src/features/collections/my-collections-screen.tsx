import { laterId } from '@relato/contract/collections/types';
import { trpc } from '../../lib/calls/trpc.ts';
import { BackHeader } from '../../lib/layout/back-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { QueryFailure } from '../../lib/paging/load-failure.tsx';
import { Paged } from '../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { SignedIn } from '../../lib/session/signed-in.tsx';
import { collectionsText as text } from '../../messages/stories/collections.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { CollectionRows, stateOfOwn } from './collection-rows.tsx';
import { NewCollection } from './new-collection.tsx';
import { SignInToSee } from './sign-in-to-see.tsx';

/** 'Escuchar más tarde' and the collections that the viewer named. */
export function MyCollectionsScreen() {
  return (
    <Screen label={text.mine} header={<BackHeader title={text.mine} />}>
      <SignedIn
        loading={<RowSkeletons label={text.loading} />}
        failureTitle={text.errors.load}
        visitor={<SignInToSee />}
      >
        <MyCollections />
      </SignedIn>
    </Screen>
  );
}

function MyCollections() {
  const later = trpc.collections.byId.useQuery({ id: laterId }, { staleTime: 0 });
  const mine = trpc.collections.mine.useInfiniteQuery({}, { ...byCursor, staleTime: 0 });
  if (later.isPending) return <RowSkeletons label={text.loading} />;
  if (later.data === undefined) return <QueryFailure title={text.errors.load} query={later} />;
  return (
    <>
      <CollectionRows label={text.later} collections={[later.data]} toState={stateOfOwn} />
      <div className="mt-4">
        <Paged
          query={mine}
          skeleton={<RowSkeletons label={text.loading} />}
          failureTitle={text.errors.load}
          empty={<p className="text-muted">{text.none}</p>}
        >
          {(collections) => (
            <CollectionRows label={text.mine} collections={collections} toState={stateOfOwn} />
          )}
        </Paged>
      </div>
      <NewCollection onCreated={({ name }) => showToast({ title: text.created(name) })} />
    </>
  );
}
