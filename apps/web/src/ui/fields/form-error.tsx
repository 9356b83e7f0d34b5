import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FormErrorProps {
  readonly text: string | undefined;
  /** A link or button that resolves the error. */
  readonly children?: ReactNode;
}

/** The outer box is always there, because one that appears together with its text is often not read out. */
export function FormError({ text, children }: FormErrorProps) {
  return (
    <div role="alert" className="contents">
      {text !== undefined && (
        <div className="mt-3.5 flex gap-2.5 rounded-field bg-voice-soft px-3.5 py-3 text-[0.875rem] text-ink">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-voice-strong" />
          <div className="min-w-0 flex-1">
            <p>{text}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
