import type { BlockedPerson } from '@relato/contract/blocks/types';
import { trpc } from '../../lib/calls/trpc.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { Paged } from '../../lib/paging/paged.tsx';
import { blocksText, toBlockState } from '../../messages/account/blocks.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MutedWords } from './muted-words.tsx';
import { useUndoBlock } from './use-block.ts';
import { keepFocus } from '../../lib/layout/keep-focus.ts';

export function BlocksSettings() {
  const people = trpc.blocks.list.useInfiniteQuery({}, { ...byCursor, staleTime: 0 });
  return (
    <>
      <h3 className="font-ui text-sm font-[650] text-muted">{blocksText.people}</h3>
      <Paged
        query={people}
        skeleton={<PeopleSkeleton />}
        failureTitle={blocksText.errors.load}
        empty={<p className="py-3">{blocksText.empty}</p>}
      >
        {(shown) => (
          <ul ref={keepFocus} tabIndex={-1} aria-label={blocksText.people} className="divide-y divide-line">
            {shown.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        )}
      </Paged>
      <MutedWords />
    </>
  );
}

function PeopleSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{blocksText.loading}</output>
      <Skeleton className="h-14 w-full" />
    </div>
  );
}

function PersonRow({ person }: { readonly person: BlockedPerson }) {
  const undo = useUndoBlock();
  const { id: userId, kind } = person;
  const name = toAuthorName(person);
  return (
    <li ref={keepFocus} className="flex min-h-14 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-sm text-muted">{toBlockState(person)}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        className="shrink-0"
        aria-label={blocksText.undoFor(kind, name)}
        busy={undo.isPending}
        onClick={() => undo.mutate({ userId, kind })}
      >
        {blocksText.undo[kind]}
      </Button>
    </li>
  );
}
