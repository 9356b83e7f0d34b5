import { siteTitle } from '@relato/contract/text/page-titles';
import { useEffect } from 'react';

/** Gives the document a title as long as the component shows it. Null keeps the one that the server wrote. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    document.title = title;
    return () => {
      document.title = siteTitle;
    };
  }, [title]);
}
