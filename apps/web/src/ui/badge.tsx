import type { ReactNode } from 'react';

interface BadgeProps {
  readonly tone?: 'leaf' | 'quiet';
  readonly children: ReactNode;
}

const tones = { leaf: 'bg-leaf-soft text-leaf', quiet: 'bg-sunken text-muted' } as const;

export function Badge({ tone = 'leaf', children }: BadgeProps) {
  return (
    <span
      className={`inline-flex shrink-0 rounded-pill px-2.5 py-[3px] text-[0.75rem] font-bold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
