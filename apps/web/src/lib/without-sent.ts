import { toStoredText } from '@relato/contract/text/rules';

/** Returns what remains in a field once its text was sent: nothing, or what the user has typed since then. */
export const withoutSent = (typed: string, sent: string): string =>
  toStoredText(typed) === toStoredText(sent) ? '' : typed;
