import type { SessionUser } from '@relato/contract/account/types';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { checkAbout, checkNewUsername } from '@relato/contract/profiles/rules';
import { toFeedUrl } from '@relato/contract/profiles/feed-url';
import { trpc } from '../../lib/calls/trpc.ts';
import { isTransientError } from '../../lib/errors/error-data.ts';
import { LegalLink } from '../../lib/layout/legal-link.tsx';
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
import { NewsSettings } from '../news/public.ts';
import { lazyPart } from '../../lib/lazy/lazy-part.tsx';
import { AboutField } from './about-field.tsx';
import { PhotoField } from './photo/photo-field.tsx';
import { useProfileRefresh, UsernameField } from './username-field.tsx';
import { DeviceSetting } from '../../lib/settings/device-setting.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { podcastsText } from '../../messages/podcasts.ts';
import { CopyFeed, HearingSettings } from '../stories/public.ts';

const PhotoCrop = lazyPart(async () => (await import('./photo/photo-crop.tsx')).PhotoCrop);

interface SettingsSheetProps {
  readonly user: SessionUser;
  readonly onClose: () => void;
}

export function SettingsSheet({ user, onClose }: SettingsSheetProps) {
  const [step, setStep] = useState<AccountStep | null>(null);
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null);
  const { data: profile } = trpc.profiles.me.useQuery();
  const refresh = useProfileRefresh();
  // An error also refetches, because the answer may be lost although the change was made.
  const refreshing = { onSettled: () => void refresh() };
  const setAbout = trpc.profiles.setAbout.useMutation(refreshing);
  const { data: account } = trpc.account.get.useQuery();
  const signOut = useSignOut();
  const update = trpc.profiles.update.useMutation(refreshing);
  const { errors, submit, forgive } = useAccountForm({
    // Users keep names that were reserved later.
    username: (name) => (name.trim() === user.username ? null : checkNewUsername(name)),
  });
  const send = submit(async ({ username }, form) => {
    const field = form.elements.namedItem('about');
    // After the first try the server may have another text or name than the form had when it opened.
    if (field instanceof HTMLTextAreaElement && (!setAbout.isIdle || field.value !== field.defaultValue)) {
      // The field shows the error.
      if (checkAbout(field.value) !== null) return field.focus();
      await setAbout.mutateAsync({ about: field.value });
    }
    if (username.trim() !== user.username || isTransientError(update.error))
      await update.mutateAsync({ username });
    showToast({ title: profilesText.saved });
    // The sheet may have been closed and reopened meanwhile.
    if (form.isConnected) onClose();
  }, profilesText.errors.save);
  return (
    <ModalSheet
      title={
        picture
          ? profilesText.photo.title
          : step === null
            ? profilesText.settings
            : toStepTitle(step, account?.hasPassword)
      }
      onClose={onClose}
    >
      {picture && <PhotoCrop picture={picture} onClose={() => setPicture(null)} />}
      {step !== null && (
        <AccountStepView
          news={<NewsSettings userId={user.id} />}
          hearing={<HearingSettings />}
          step={step}
          onBack={() => setStep(null)}
          onDeleted={onClose}
        />
      )}
      {/* The form stays mounted and keeps its input. */}
      <div hidden={step !== null || picture !== null}>
        {user.username !== null && <PhotoField user={user} onChosen={setPicture} />}
        <form noValidate onSubmit={send} onInput={forgive} className="mt-4 flex flex-col gap-2.5">
          <UsernameField error={errors.fields.username} username={user.username ?? ''} />
          {user.username !== null && (
            <AboutField key={profile ? 'loaded' : 'loading'} about={profile?.about} />
          )}
          <TextField label={profilesText.email} value={user.email ?? ''} readOnly />
          <FormError text={errors.form} />
          <Button type="submit" busy={setAbout.isPending || update.isPending} className="mt-1">
            {profilesText.save}
          </Button>
        </form>
        {user.username !== null && <PodcastSetting username={user.username} />}
        <DeviceSetting name="evenLoudness" />
        <DeviceSetting name="silentReading" />
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
        <LegalLink />
      </div>
    </ModalSheet>
  );
}

/** The switch for the user's own podcast, with its address. It changes at once, and reverts if saving fails. */
function PodcastSetting({ username }: { readonly username: string }) {
  const utils = trpc.useUtils();
  const { data: profile } = trpc.profiles.me.useQuery();
  const show = (podcast: boolean) =>
    utils.profiles.me.setData(undefined, (known) => known && { ...known, podcast });
  const save = trpc.profiles.setPodcast.useMutation({
    onMutate: ({ podcast }) => show(podcast),
    onError: (_error, { podcast }) => {
      show(!podcast);
      showToast({ title: podcastsText.errors.save, tone: 'destructive' });
    },
    // An error also refetches, because the answer may be lost although the change was made.
    onSettled: () => utils.profiles.invalidate(),
  });
  return (
    <section className="mt-5">
      <Switch
        label={podcastsText.publish}
        hint={podcastsText.publishHint}
        checked={profile?.podcast}
        busy={save.isPending}
        onChange={(podcast) => save.mutate({ podcast })}
      />
      {/* The button keeps its place while the profile loads, so that nothing moves under a finger. */}
      <div className="mt-2.5">
        <CopyFeed
          variant="secondary"
          disabled={!profile?.podcast}
          url={toFeedUrl(location.origin, username)}
        />
      </div>
    </section>
  );
}
