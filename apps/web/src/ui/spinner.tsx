/** Three alternating bars; static with reduced motion. */
export function Spinner() {
  return (
    <span aria-hidden="true" className="inline-flex h-4 items-center gap-[3px]">
      {[0, 1, 2].map((bar) => (
        <span
          key={bar}
          className="h-full w-[3px] animate-wave rounded-pill bg-current"
          style={{ animationDelay: `${bar * 140}ms` }}
        />
      ))}
    </span>
  );
}
