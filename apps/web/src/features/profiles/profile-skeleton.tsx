import { Skeleton } from '../../ui/skeleton.tsx';

/** The head of a profile before anybody knows whose. */
export function ProfileSkeleton() {
  return (
    <>
      <div className="flex items-center gap-4">
        <Skeleton className="size-22 rounded-pill" />
        <div>
          <Skeleton className="mb-2 h-5 w-32" />
          <Skeleton className="h-3 w-44" />
        </div>
      </div>
      <div className="my-4 grid grid-cols-3 justify-items-center">
        {[1, 2, 3].map((counter) => (
          <Skeleton key={counter} className="h-13 w-16" />
        ))}
      </div>
    </>
  );
}
