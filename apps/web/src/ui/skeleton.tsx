/** A block in the shape of what comes; its size and radius are given by `className`. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-shimmer rounded-[10px] bg-shimmer ${className}`} />
  );
}
