import type { ReactNode } from 'react';
import { EmptyPicture } from './empty-picture.tsx';

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
