import type { ReportCase } from '@relato/contract/reports/types';
import { CaseDetails } from './case-details.tsx';
import { CaseHead } from './case-head.tsx';

/** Beside the list: all there is to decide a case by. */
export function CasePane({ of }: { readonly of: ReportCase }) {
  const { story } = of;
  return (
    <section
      aria-label={story.title}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-card border border-line/60 bg-surface p-5 shadow-card"
    >
      <h2 dir="auto" className="text-heading wrap-anywhere">
        {story.title}
      </h2>
      <CaseHead of={of} />
      <CaseDetails of={of} />
    </section>
  );
}
