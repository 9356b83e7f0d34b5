import type { ReactNode } from 'react';
import { operatorText } from '../../../messages/operator/overview.ts';
import { pagingText } from '../../../messages/paging.ts';
import { Button } from '../../../ui/buttons/button.tsx';

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Panel({ title, children }: PanelProps) {
  return (
    <section
      tabIndex={-1}
      aria-label={title}
      className="rounded-card border border-line/60 bg-surface p-4 shadow-card"
    >
      <h2 className="mb-2 text-title">{title}</h2>
      {children}
    </section>
  );
}

/** Replaces a value that could not be read. */
export const Unread = ({ text }: { readonly text: string }) => (
  <span className="block font-[560] text-voice-strong">{text}</span>
);

interface StaleProps {
  readonly query: {
    readonly dataUpdatedAt: number;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}

/** Warns that the numbers are old, which cannot be seen from them: the last read failed. */
export const Stale = ({ query }: StaleProps) => (
  <div className="mb-3 grid justify-items-start gap-2">
    <output>
      <Unread text={operatorText.old(new Date(query.dataUpdatedAt))} />
    </output>
    <Button size="small" variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
      {pagingText.retry}
    </Button>
  </div>
);
