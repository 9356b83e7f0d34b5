import type { ErrorCode } from '@relato/contract/errors';
import { useEffect, useState } from 'react';
import type * as errorTexts from './error-text.ts';

type Loaded = typeof errorTexts | 'missing' | null;

/**
 * Returns the texts of errors, which are loaded once one is to be said: the first screen does without them. Until then they are
 * undefined; without a network `fallback` stands for each.
 */
export function useErrorTexts(isNeeded: boolean, fallback: string) {
  const [texts, setTexts] = useState<Loaded>(null);
  const isMissing = texts === null || texts === 'missing';
  useEffect(() => {
    if (!isNeeded || !isMissing) return;
    const load = () => void import('./error-text.ts').then(setTexts, () => setTexts('missing'));
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [isNeeded, isMissing]);
  return {
    toErrorText: (error: unknown) => (texts === 'missing' ? fallback : texts?.toErrorText(error)),
    toCodeText: (code: ErrorCode) => (texts === 'missing' ? fallback : texts?.errorText[code]),
  };
}
