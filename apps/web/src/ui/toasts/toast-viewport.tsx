import { Check, CircleAlert, X } from 'lucide-react';
import { type Ref, useEffect, useLayoutEffect, useState } from 'react';
import { addToastViewport, dismissToast, useToast, type Toast } from './toast-store.ts';

const shownMs = { plain: 4_000, destructive: 8_000 } as const;
/** Longer with an action, because the user must find its button first, also without seeing it. */
const actionMs = 30_000;
const tones = { plain: 'bg-ink text-paper', destructive: 'bg-danger text-on-danger' } as const;

interface ToastViewportProps {
  readonly label: string;
  readonly dismissLabel: string;
  /** Keeps the focus when a toast disappears with it. */
  readonly cardRef: Ref<HTMLDivElement>;
}

export function ToastViewport({ label, ...rest }: ToastViewportProps) {
  const [viewport] = useState(() => Symbol('toast viewport'));
  useLayoutEffect(() => addToastViewport(viewport), [viewport]);
  const toast = useToast(viewport);
  // Both live regions exist before their first toast: one that is inserted with its text is not read out.
  return (
    <section
      aria-label={label}
      className="pointer-events-none fixed inset-x-4 top-[calc(0.875rem+env(safe-area-inset-top))] z-50 mx-auto flex max-w-[30rem] flex-col gap-2"
    >
      {(['destructive', 'plain'] as const).map((tone) => (
        <div key={tone} aria-live={tone === 'plain' ? 'polite' : 'assertive'} className="contents">
          {toast?.tone === tone && <ToastCard key={toast.id} toast={toast} {...rest} />}
        </div>
      ))}
    </section>
  );
}

interface ToastCardProps extends Omit<ToastViewportProps, 'label'> {
  readonly toast: Toast;
}

function ToastCard({ toast, dismissLabel, cardRef }: ToastCardProps) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The seconds begin with the first frame: a busy page paints late, and a hidden one only when the user returns.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => dismissToast(toast.id), toast.action ? actionMs : shownMs[toast.tone]);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [held, toast]);
  const Icon = toast.tone === 'plain' ? Check : CircleAlert;
  return (
    <div
      ref={cardRef}
      className={`pointer-events-auto notice-row max-h-[94dvh] animate-drop items-center rounded-button py-1 pr-1 pl-4 text-[0.90625rem] font-semibold shadow-card ${tones[toast.tone]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 py-2">
        <p className={toast.text === undefined ? undefined : 'font-bold'}>{toast.title}</p>
        {toast.text !== undefined && <p className="font-medium">{toast.text}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className="grid min-h-11 shrink-0 place-items-center rounded-pill px-2 font-bold underline focus-visible:outline-current"
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.onPress();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={dismissLabel}
        className="grid size-11 shrink-0 place-items-center rounded-pill focus-visible:outline-current"
        onClick={() => dismissToast(toast.id)}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
