export const tagClass =
  'inline-block max-w-full rounded-[0.875rem] bg-sunken px-2.5 py-1 text-[0.78125rem] font-[560] text-muted hover:text-ink forced-colors:border';
