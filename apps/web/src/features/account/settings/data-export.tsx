import { isErrorCode } from '@relato/contract/errors';
import { useRouter } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { accountText } from '../../../messages/account.ts';
import { errorText } from '../../../messages/errors.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';

/** The browser downloads the file itself, whatever its size. */
export function DownloadLink() {
  return (
    <a href="/export" className={buttonClass('secondary')}>
      <Download aria-hidden="true" />
      {accountText.download.title}
    </a>
  );
}

/** Shows why an export was refused; the server puts the code into the fragment of the address. */
export function useExportRefusal(): void {
  const router = useRouter();
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    const [, code] = /^#export=([A-Z_]+)$/.exec(hash) ?? [];
    if (!isErrorCode(code)) return;
    router.history.replace(pathname + search);
    showToast({ title: accountText.download.failed, text: errorText[code], tone: 'destructive' });
  }, [router]);
}
