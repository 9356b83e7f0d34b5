import { isErrorCode } from '@relato/contract/errors';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accountText } from '../../../messages/account.ts';
import { errorText } from '../../../messages/errors.ts';
import { showToast } from '../../../ui/toast-store.ts';

/** Tells who comes back from an export that they did not get why: the end of the address says it. */
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
