import { queueText } from '../../../messages/stories/queue.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { queue, useQueue } from './app-queue.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const text = queueText.ask;

/** Asks once, in place of the mini player, whether stories follow each other. */
export function PlayNextQuestion() {
  const { isAsking } = useQueue();
  if (!isAsking) return null;
  return (
    <section
      ref={keepFocus}
      aria-label={text.title}
      className="fixed right-3 bottom-[calc(var(--floor)+0.625rem+env(safe-area-inset-bottom))] left-[calc(var(--rail)+0.75rem)] z-10 mx-auto max-w-[40rem] animate-rise rounded-[1.25rem] border border-line bg-surface p-4 shadow-card typing:hidden"
    >
      <h2 className="text-lg">{text.title}</h2>
      <p className="mt-0.5 mb-3 text-sm text-muted">{text.text}</p>
      <div className="flex gap-2.5">
        <Button size="small" onClick={() => queue.setPlaysNext(true)}>
          {text.yes}
        </Button>
        <Button size="small" variant="secondary" onClick={() => queue.setPlaysNext(false)}>
          {text.no}
        </Button>
      </div>
    </section>
  );
}
