import type { Collection } from '@relato/contract/collections/types';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Clock, ListMusic } from 'lucide-react';
import type { ReactNode } from 'react';
import { collectionsText, toCollectionName } from '../../messages/stories/collections.ts';

interface CollectionRowsProps {
  readonly label: string;
  readonly collections: readonly Collection[];
  /** Returns the line below the name, such as the number of stories. */
  readonly toState: (collection: Collection) => string;
}

export function CollectionRows({ label, collections, toState }: CollectionRowsProps) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line/60 rounded-card border border-line/60 bg-surface px-3.5 py-1 shadow-card"
    >
      {collections.map((collection) => (
        <CollectionRow key={collection.id} collection={collection} state={toState(collection)} />
      ))}
    </ul>
  );
}

function CollectionRow({ collection, state }: { readonly collection: Collection; readonly state: string }) {
  const { id, name } = collection;
  const icon: ReactNode = name === null ? <Clock /> : <ListMusic />;
  return (
    <li>
      <Link
        to="/coleccion/$id"
        params={{ id }}
        preload={false}
        className="flex min-h-14 items-center gap-3 py-2"
      >
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-pill bg-voice-soft text-voice-strong [&_svg]:size-5"
        >
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-[650]">{toCollectionName(collection)}</bdi>
          <span className="block text-sm text-muted">{state}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

export const stateOfOwn = ({ storiesCount, isPublic }: Collection): string =>
  collectionsText.state(storiesCount, isPublic);
