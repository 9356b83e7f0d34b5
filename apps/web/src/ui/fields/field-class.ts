/** The box of every text control. Phones zoom in on focus below 16 px. */
export const fieldClass =
  'w-full rounded-field border border-edge bg-surface px-3.5 text-field text-ink transition-colors focus:border-voice-strong focus-visible:outline-2 focus-visible:-outline-offset-1 aria-invalid:border-voice';
