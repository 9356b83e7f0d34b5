/** The box of every control that one types into. 16 px text: below it, phones zoom in on focus. */
export const fieldClass =
  'w-full rounded-field border border-edge bg-surface px-3.5 text-field text-ink transition-colors focus:border-voice-strong focus-visible:outline-2 focus-visible:-outline-offset-1 aria-invalid:border-voice';
