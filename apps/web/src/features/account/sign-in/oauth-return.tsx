import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { toOauthReturn } from './to-oauth-return.ts';

export function OauthReturn({ hash }: { readonly hash: string }) {
  const router = useRouter();
  useEffect(() => {
    const { pathname, search } = window.location;
    router.history.replace(pathname + search);
    const result = toOauthReturn(hash);
    if (!result) return;
    if (result.changesSession) announceSession('signed-in');
    if (result.asksForPassword) openAuthSheet();
    showToast(result.toast);
  }, [hash, router]);
  return null;
}
