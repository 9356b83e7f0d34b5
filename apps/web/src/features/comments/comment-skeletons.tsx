import { commentsText } from '../../messages/comments.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What the list shows, and says, until it is there. */
export function CommentSkeletons() {
  return (
    <>
      <output className="block text-sm text-muted">{commentsText.loading}</output>
      {[0, 1].map((row) => (
        <div key={row} aria-hidden="true" className="mt-3 flex items-start gap-2.5">
          <Skeleton className="size-9 shrink-0 rounded-pill!" />
          <div className="flex-1">
            <Skeleton className="mt-0.5 mb-2 h-[11px] w-40" />
            <Skeleton className="h-[13px] w-[70%]" />
          </div>
        </div>
      ))}
    </>
  );
}
