import { limits } from '@relato/contract/limits';
import type { Freeze } from '@relato/contract/stories/types';
import { useState } from 'react';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { byCursor } from '../../../../lib/paging/by-cursor.ts';
import { Paged } from '../../../../lib/paging/paged.tsx';
import { toPersonName } from '../../../../messages/moderation.ts';
import { freezesText as text } from '../../../../messages/operator/freezes.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { CopySheet } from './copy-sheet.tsx';
import { EndFreezeSheet } from './end-freeze-sheet.tsx';
import { toLastDay, toLaterEnds } from './freeze-days.ts';
import { FreezeSheet } from './freeze-sheet.tsx';
import { Panel, Stale } from '../panel.tsx';
import { ProlongSheet } from './prolong-sheet.tsx';
import { keepFocus } from '../../../../lib/layout/keep-focus.ts';

type Opened =
  | { readonly sheet: 'add' }
  | { readonly sheet: 'copy' | 'prolong' | 'end'; readonly freeze: Freeze };

/** The stories that are kept for authorities, each until its last day. */
export function FreezesPart() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const freezes = trpc.stories.freezes.useInfiniteQuery(
    {},
    { ...byCursor, refetchInterval: limits.refresh.intervalMs },
  );
  return (
    <Panel title={text.title}>
      <p className="mb-3 text-sm text-muted">{text.hint}</p>
      {freezes.isRefetchError && <Stale query={freezes} />}
      <Paged
        query={freezes}
        skeleton={<Skeleton className="h-20 w-full" />}
        failureTitle={text.loadFailed}
        empty={<p>{text.none}</p>}
      >
        {(items) => (
          <ul aria-label={text.label} className="grid grid-cols-1 gap-4">
            {items.map((freeze) => (
              <FreezeLine key={freeze.id} freeze={freeze} onOpen={(sheet) => setOpened({ sheet, freeze })} />
            ))}
          </ul>
        )}
      </Paged>
      <Button variant="secondary" className="mt-4" onClick={() => setOpened({ sheet: 'add' })}>
        {text.add.open}
      </Button>
      {opened?.sheet === 'add' && <FreezeSheet onClose={close} />}
      {opened?.sheet === 'copy' && <CopySheet freeze={opened.freeze} onClose={close} />}
      {opened?.sheet === 'prolong' && <ProlongSheet freeze={opened.freeze} onClose={close} />}
      {opened?.sheet === 'end' && <EndFreezeSheet freeze={opened.freeze} onClose={close} />}
    </Panel>
  );
}

interface FreezeLineProps {
  readonly freeze: Freeze;
  readonly onOpen: (sheet: 'copy' | 'prolong' | 'end') => void;
}

function FreezeLine({ freeze, onOpen }: FreezeLineProps) {
  const { storyId, caseNumber, title, isThere, isProlonged, frozenBy, createdAt } = freeze;
  return (
    <li ref={keepFocus}>
      <p dir="auto" className="font-[650] wrap-anywhere">
        {text.caseOf(caseNumber)}
      </p>
      <p dir="auto" className="wrap-anywhere">
        {title ?? text.untitled}
      </p>
      <p className="text-sm">{text.lastDay(toLastDay(freeze))}</p>
      <p className="text-sm wrap-anywhere text-muted">
        {text.since(createdAt, frozenBy && toPersonName(frozenBy.username))}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{text.storyOf(storyId)}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
        {isProlonged && <Badge tone="quiet">{text.prolonged}</Badge>}
        {!isThere && <Badge tone="quiet">{text.gone}</Badge>}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          aria-label={text.copy.openOf(caseNumber)}
          onClick={() => onOpen('copy')}
        >
          {text.copy.open}
        </Button>
        {toLaterEnds(freeze) !== null && (
          <Button
            ref={keepFocus}
            size="small"
            variant="secondary"
            aria-label={text.prolong.openOf(caseNumber)}
            onClick={() => onOpen('prolong')}
          >
            {text.prolong.open}
          </Button>
        )}
        <Button
          size="small"
          variant="outline"
          aria-label={text.end.openOf(caseNumber)}
          onClick={() => onOpen('end')}
        >
          {text.end.open}
        </Button>
      </div>
    </li>
  );
}
