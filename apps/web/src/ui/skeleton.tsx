/** A placeholder block; `className` sets its size and radius. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-shimmer rounded-[10px] bg-shimmer ${className}`} />
  );
}
