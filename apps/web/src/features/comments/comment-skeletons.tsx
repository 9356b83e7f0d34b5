import { commentsText } from '../../messages/comments.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const maxRows = 5;

/** What the list shows, and says, until it is there: as high as so many comments, so that the form below stays where it is. */
export function CommentSkeletons({ count }: { readonly count: number }) {
  return (
    <>
      <output className={`block text-muted ${count === 0 ? 'py-2' : 'text-sm'}`}>
        {commentsText.loading}
      </output>
      {Array.from({ length: Math.min(count, maxRows) }, (_, row) => (
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
