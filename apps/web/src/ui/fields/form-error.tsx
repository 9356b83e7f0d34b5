import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FormErrorProps {
  readonly text: string | undefined;
  /** A link or button that resolves the error. */
  readonly children?: ReactNode;
}

export function FormError({ text, children }: FormErrorProps) {
  if (text === undefined) return null;
  return (
    <div className="mt-3.5 flex gap-2.5 rounded-field bg-voice-soft px-3.5 py-3 text-[0.875rem] text-ink">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-voice-strong" />
      <div className="min-w-0 flex-1">
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
