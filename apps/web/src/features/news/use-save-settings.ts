import type { NewsSettingsInput } from '@relato/contract';
import { newsKinds, type NewsSettings } from '@relato/contract/news/types';
import { useQueryClient } from '@tanstack/react-query';
import { isLastChange } from '../../lib/calls/is-last-change.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { useShownAhead } from '../../lib/calls/use-shown-ahead.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { pushText } from '../../messages/bell/push.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

/** Of two changes of the same setting, the last one must arrive last. */
const scope = { id: 'news settings' } as const;

/** Saves the settings. Changes show at once, run in order, and are reverted on failure. */
export function useSaveSettings() {
  const { settings } = trpc.useUtils().news;
  const queryClient = useQueryClient();
  const { onMutate, onSuccess, restore } = useShownAhead<NewsSettings, NewsSettingsInput>({
    scope,
    read: () => settings.getData(),
    show: (data) => {
      settings.setData(undefined, data);
      // An answer in flight is older than the change.
      void settings.cancel();
    },
    apply: (known, { silenced = {}, quiet = known.quiet, digest = known.digest, timeZone }) => ({
      ...known,
      quiet,
      digest,
      timeZone,
      silenced: newsKinds.filter((kind) => silenced[kind] ?? known.silenced.includes(kind)),
    }),
  });
  return trpc.news.setSettings.useMutation({
    scope,
    onMutate,
    onSuccess,
    onError: (error) => {
      restore();
      showToast({ title: pushText.saveFailed, text: toErrorText(error), tone: 'destructive' });
    },
    // An error also refetches, because the answer may be lost although the change was made.
    onSettled: () => (isLastChange(queryClient, scope) ? settings.invalidate() : undefined),
  });
}
