import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Recorder } from '../recorder.ts';
import type { StoryForm } from './story-form.ts';

const restMs = 400;

/** What the person writes is kept beside the sound: soon after each change, and before the page goes away. */
export function useKeepForm(form: StoryForm, getRecorder: () => Recorder | null): void {
  const latest = useRef(form);
  useEffect(() => {
    if (form === latest.current) return;
    latest.current = form;
    const timer = setTimeout(() => getRecorder()?.keepForm(form), restMs);
    return () => clearTimeout(timer);
  }, [form, getRecorder]);

  useEffect(() => {
    const keepNow = () => {
      if (document.hidden) getRecorder()?.keepForm(latest.current);
    };
    document.addEventListener('visibilitychange', keepNow);
    return () => document.removeEventListener('visibilitychange', keepNow);
  }, [getRecorder]);

  // A layout effect: those end before the recorder leaves with its screen.
  useLayoutEffect(
    () => () => getRecorder()?.keepForm(latest.current),
    // oxlint-disable-next-line react/exhaustive-deps -- when the review goes away, not before
    [],
  );
}
