import { useEffect, useState } from 'react';
import type * as errorTexts from './error-text.ts';

type ErrorTexts = typeof errorTexts;

/** Returns the texts of errors once one is to be said: the first screen does without them. Null until they are there. */
export function useErrorTexts(isNeeded: boolean): ErrorTexts | null {
  const [texts, setTexts] = useState<ErrorTexts | null>(null);
  useEffect(() => {
    // Without a network they do not come; what failed is said all the same.
    if (isNeeded && !texts) import('./error-text.ts').then(setTexts, () => {});
  }, [isNeeded, texts]);
  return texts;
}
