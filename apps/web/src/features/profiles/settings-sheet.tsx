import type { SessionUser } from '@relato/contract/account/types';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { useSignOut } from '../../lib/session/use-sign-out.ts';
import { profilesText } from '../../messages/profiles.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import {
  AccountSection,
  type AccountStep,
  AccountStepView,
  LinkedProviders,
  toStepTitle,
  useAccountForm,
} from '../account/public.ts';
import { LoudnessSwitch } from './loudness-switch.tsx';
import { PodcastSetting } from './podcast-setting.tsx';
import { useProfileRefresh } from './use-profile-refresh.ts';
import { UsernameField } from './username-field.tsx';

interface SettingsSheetProps {
  readonly user: SessionUser;
  readonly onClose: () => void;
}

export function SettingsSheet({ user, onClose }: SettingsSheetProps) {
  const [step, setStep] = useState<AccountStep | null>(null);
  const refresh = useProfileRefresh();
  const { data: account } = trpc.account.get.useQuery();
  const signOut = useSignOut();
  const update = trpc.profiles.update.useMutation({
    onSuccess: () => {
      showToast({ title: profilesText.saved });
      void refresh();
    },
  });
  const { errors, submit, forgive } = useAccountForm();
  const send = submit(async ({ username }, form) => {
    await update.mutateAsync({ username });
    // It may have been closed, and opened again.
    if (form.isConnected) onClose();
  }, profilesText.errors.save);
  return (
    <ModalSheet
      title={step === null ? profilesText.settings : toStepTitle(step, account?.hasPassword)}
      onClose={onClose}
    >
      {step !== null && <AccountStepView step={step} onBack={() => setStep(null)} onDeleted={onClose} />}
      {/* The form stays mounted and keeps its input. */}
      <div hidden={step !== null}>
        <form noValidate onSubmit={send} onInput={forgive} className="mt-4 flex flex-col gap-2.5">
          <UsernameField error={errors.fields.username} username={user.username ?? ''} />
          <TextField label={profilesText.email} value={user.email ?? ''} readOnly />
          <FormError text={errors.form} />
          <Button type="submit" busy={update.isPending} className="mt-1">
            {profilesText.save}
          </Button>
        </form>
        {user.username !== null && <PodcastSetting username={user.username} />}
        <LoudnessSwitch />
        <LinkedProviders />
        <AccountSection onOpen={setStep} />
        <Button
          variant="secondary"
          className="mt-2.5"
          busy={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <LogOut aria-hidden="true" />
          {sessionText.signOut}
        </Button>
      </div>
    </ModalSheet>
  );
}
