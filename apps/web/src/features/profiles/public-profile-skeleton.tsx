import { profilesText } from '../../messages/profiles.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StorySkeleton } from '../stories/public.ts';

export function PublicProfileSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{profilesText.loading}</output>
      <div className="mt-1.5 flex flex-col items-center gap-3">
        <Skeleton className="size-22 rounded-pill!" />
        <Skeleton className="h-7.5 w-44" />
      </div>
      <div className="my-3 grid grid-cols-3 justify-items-center gap-1">
        {[1, 2, 3].map((counter) => (
          <Skeleton key={counter} className="h-16 w-16" />
        ))}
      </div>
      <Skeleton className="mt-5.5 mb-3 h-6 w-48" />
      <StorySkeleton />
    </div>
  );
}
