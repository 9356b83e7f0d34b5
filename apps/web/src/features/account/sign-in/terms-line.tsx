import { rulesText } from '../../../messages/rules.ts';

const { before, rules, between, privacy } = rulesText.terms;
const linkClass = 'touch font-[650] text-voice-strong underline';

/** In a tab of their own: what is typed into the form stays. */
export function TermsLine() {
  return (
    <p className="mt-3 text-sm text-muted">
      {before}{' '}
      <a href="/normas" target="_blank" rel="noopener" className={linkClass}>
        {rules}
      </a>{' '}
      {between}{' '}
      <a href="/privacidad" target="_blank" rel="noopener" className={linkClass}>
        {privacy}
      </a>
      .
    </p>
  );
}
