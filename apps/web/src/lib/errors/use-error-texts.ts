import type { ErrorCode } from '@relato/contract/errors';
import { useEffect, useState } from 'react';
import type * as errorTexts from './error-text.ts';

type Loaded = typeof errorTexts | 'missing' | null;

/**
 * Returns the texts of errors, which load when the first one is needed, because the first screen works without them. They
 * are undefined until then; without a network `fallback` replaces each.
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
