import type { StoryId } from '@relato/contract/ids';
import { trpc } from '../../lib/calls/trpc.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { Paged } from '../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { toAuthorName } from '../../messages/stories.ts';

/** Lists the accepted corrections of the viewer's story, including those that listeners decided. */
export function AcceptedCorrections({ id }: { readonly id: StoryId }) {
  const accepted = trpc.corrections.received.useInfiniteQuery(
    { id, state: 'accepted' },
    { ...byCursor, staleTime: 0, gcTime: 0 },
  );
  return (
    <section aria-label={correctionsText.inText} className="mt-5">
      <h3 className="mb-2 font-ui font-[650]">{correctionsText.inText}</h3>
      <Paged
        query={accepted}
        skeleton={<RowSkeletons label={correctionsText.loading} />}
        failureTitle={correctionsText.errors.load}
        empty={<p className="text-muted">{correctionsText.noneInText}</p>}
        moreLabel={correctionsText.loadMore}
      >
        {(shown) => (
          <ul>
            {shown.map((correction) => (
              <li key={correction.id} className="border-t border-line py-2 wrap-anywhere">
                <p className="text-sm text-muted">{toAuthorName(correction.person)}</p>
                <del dir="auto" className="block text-sm text-muted">
                  {correctionsText.quote(correction.text)}
                </del>
                <ins dir="auto" className="block font-display no-underline">
                  {correctionsText.quote(correction.said)}
                </ins>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}
