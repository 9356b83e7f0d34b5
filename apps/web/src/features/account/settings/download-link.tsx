import { Download } from 'lucide-react';
import { accountText } from '../../../messages/account.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/** The browser itself keeps what comes, however much that is. */
export function DownloadLink() {
  return (
    <a href="/export" className={buttonClass('secondary')}>
      <Download aria-hidden="true" />
      {accountText.download.title}
    </a>
  );
}
