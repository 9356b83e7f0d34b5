import { shellText } from '../../messages/shell.ts';

/** Links to the operator's pages, which the server renders, in a new tab, so that playback and input continue here. */
export function LegalLink() {
  return (
    <p className="mt-5 text-center text-sm text-muted">
      <a href="/legal/aviso" target="_blank" rel="noopener" className="touch underline">
        {shellText.legal}
      </a>
    </p>
  );
}
