import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of a list of people or subjects. `label` says that it loads. */
export function RowSkeletons({ label }: { readonly label: string }) {
  return (
    <div aria-busy="true" className="mt-3">
      <output className="sr-only">{label}</output>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-14 items-center gap-3">
          <Skeleton className="size-9 rounded-pill!" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
