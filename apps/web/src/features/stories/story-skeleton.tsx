import { Skeleton } from '../../ui/skeleton.tsx';

export function StorySkeleton() {
  return (
    <div aria-hidden="true" className="rounded-card border border-line/60 bg-surface p-4 shadow-card">
      <div className="mb-3.5 flex items-center gap-2.5">
        <Skeleton className="size-9 rounded-pill!" />
        <div className="min-w-0 flex-1">
          <Skeleton className="mb-1.5 h-3.5 w-27 max-w-full" />
          <Skeleton className="h-[11px] w-40 max-w-full" />
        </div>
      </div>
      <Skeleton className="mb-4 h-5 w-[85%]" />
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-12 shrink-0 rounded-pill!" />
        <Skeleton className="h-8.5 flex-1" />
      </div>
      <Skeleton className="mt-4 mb-2 h-[13px]" />
      <Skeleton className="h-[13px] w-[70%]" />
    </div>
  );
}

export function StorySkeletons({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-3.5">
      <output className="text-sm text-muted">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <StorySkeleton key={index} />
      ))}
    </div>
  );
}
