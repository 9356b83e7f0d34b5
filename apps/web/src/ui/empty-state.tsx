import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  /** A button or a link with the next action. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="m-auto w-full max-w-[17.5rem] py-8 text-center">
      <EmptyPicture />
      <h2 className="text-[1.5rem] leading-[1.2] tracking-[-0.015em]">{title}</h2>
      {text !== undefined && <p className="mt-2 text-muted">{text}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}

// The bar heights of the design's quiet waveform, in percent.
const heights = [
  46, 62, 40, 56, 30, 11, 14, 22, 15, 36, 58, 50, 26, 74, 42, 90, 84, 66, 48, 54, 80, 34, 22, 12, 28, 30, 60,
  38, 84, 24,
];

export function EmptyPicture() {
  return (
    <span aria-hidden="true" className="mb-5 flex h-17.5 w-full items-center gap-0.5">
      {heights.map((height, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the picture is fixed: bars never move
          key={index}
          className="min-w-0.5 flex-1 rounded-[3px] bg-wave"
          style={{ height: `${height}%` }}
        />
      ))}
    </span>
  );
}
