import type { UserId } from '@relato/contract/ids';
import type { NewsSettings } from '@relato/contract/news/types';
import { pushText } from '../../../messages/bell/push.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useDisablePush, useEnablePush, usePushState } from './use-push.ts';

interface PushSwitchProps extends Pick<NewsSettings, 'pushKey'> {
  readonly userId: UserId;
}

/** Turns the notifications of this browser on and off, or says why it has none. */
export function PushSwitch({ userId, pushKey }: PushSwitchProps) {
  const { data: state } = usePushState(userId);
  const enable = useEnablePush(userId);
  const disable = useDisablePush(userId);
  const { title, hint, ...reasons } = pushText.here;
  if (pushKey === null) return <Reason text={reasons.noAddress} />;
  if (state === 'unsupported' || state === 'install' || state === 'refused')
    return <Reason text={reasons[state]} />;
  const isChanging = enable.isPending || disable.isPending;
  return (
    <Switch
      label={title}
      hint={hint}
      checked={state && state === 'on'}
      busy={isChanging}
      onChange={(isOn) => (isOn ? enable.mutate(pushKey) : disable.mutate())}
    />
  );
}

const Reason = ({ text }: { readonly text: string }) => (
  <div>
    <p className="font-[650]">{pushText.here.title}</p>
    <p className="mt-0.5 text-sm text-muted">{text}</p>
  </div>
);
