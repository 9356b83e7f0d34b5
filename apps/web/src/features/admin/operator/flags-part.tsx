import type { Flags } from '@relato/contract/settings/flags';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { operatorText } from '../../../messages/operator/overview.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { Panel } from './panel.tsx';

const { flags: text } = operatorText;
const names = ['recordOnly', 'showDownvotes', 'reviewFirstStory'] as const satisfies readonly (keyof Flags)[];

/** Each switch takes effect for all users at once, and goes back if that fails. */
export function FlagsPart() {
  const settings = trpc.settings.get.useQuery();
  const save = useSave();
  return (
    <Panel title={text.title}>
      {settings.isError && !settings.data ? (
        <QueryFailure title={text.loadFailed} query={settings} />
      ) : (
        <div className="grid gap-4">
          {names.map((name) => (
            <Switch
              key={name}
              {...text[name]}
              checked={settings.data?.flags[name]}
              busy={save.isPending}
              onChange={(isOn) => save.mutate({ flags: { [name]: isOn } })}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

function useSave() {
  const utils = trpc.useUtils();
  return trpc.settings.set.useMutation({
    onMutate: async ({ flags: { recordOnly, showDownvotes, reviewFirstStory } }) => {
      await utils.settings.get.cancel();
      const before = utils.settings.get.getData();
      if (before) {
        const flags = {
          recordOnly: recordOnly ?? before.flags.recordOnly,
          showDownvotes: showDownvotes ?? before.flags.showDownvotes,
          reviewFirstStory: reviewFirstStory ?? before.flags.reviewFirstStory,
        };
        utils.settings.get.setData(undefined, { ...before, flags });
      }
      return before;
    },
    onError: (error, _wish, before) => {
      utils.settings.get.setData(undefined, before);
      showToast({ title: text.saveFailed, text: toErrorText(error), tone: 'destructive' });
    },
    // An error also refetches, because the answer may be lost although the change was made.
    onSettled: () => utils.settings.invalidate(),
  });
}
