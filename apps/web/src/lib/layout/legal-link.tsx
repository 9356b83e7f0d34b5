import { shellText } from '../../messages/shell.ts';

/** Leads to the pages of the operator, which the server paints: in a new tab, so that what plays or is typed here goes on. */
export function LegalLink() {
  return (
    <p className="mt-5 text-center text-sm text-muted">
      <a href="/legal/aviso" target="_blank" rel="noopener" className="touch underline">
        {shellText.legal}
      </a>
    </p>
  );
}
