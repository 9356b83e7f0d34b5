import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { deletionWord } from '@relato/contract/account/rules';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { accountText } from '../../../messages/account.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { DownloadLink } from './data-export.tsx';
import { BlocksSettings } from '../../blocks/public.ts';
import { forgetRecordings } from '../../recordings/public.ts';
import { SessionsList } from './sessions-list.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useAccountForm } from '../use-account-form.ts';
import { useLostAnswer } from '../use-lost-answer.ts';
import { toUnlinkedText } from '../to-unlinked-text.ts';
import { NewPasswordField } from '../account-fields.tsx';
import { leaveSession } from '../../../lib/session/leave-session.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { DeletionWordField } from '../deletion-word-field.tsx';
import { signInText } from '../../../messages/account/sign-in.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';

const steps = ['news', 'email', 'password', 'sessions', 'hearing', 'blocks', 'deletion'] as const;
export type AccountStep = (typeof steps)[number];

/** An account that was created with a provider has no password yet. */
export const toStepTitle = (step: AccountStep, hasPassword: boolean | undefined): string =>
  step === 'password' && hasPassword === false ? accountText.password.first : accountText[step].title;

export function AccountSection({ onOpen }: { readonly onOpen: (step: AccountStep) => void }) {
  const { data: account } = trpc.account.get.useQuery();
  const { title, email } = accountText;
  const pending = account?.pendingEmail ?? null;
  const emailDetail = pending === null ? undefined : email.pending(pending);
  return (
    <section aria-labelledby="own-account" className="mt-5">
      <h3 id="own-account" className="font-ui text-sm font-[650] text-muted">
        {title}
      </h3>
      <ul className="mt-1 mb-3 divide-y divide-line">
        {steps.map((step) => (
          <AccountRow
            key={step}
            title={toStepTitle(step, account?.hasPassword)}
            detail={step === 'email' ? emailDetail : undefined}
            onPress={() => onOpen(step)}
          />
        ))}
      </ul>
      <DownloadLink />
    </section>
  );
}

interface AccountRowProps {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly onPress: () => void;
}

function AccountRow({ title, detail, onPress }: AccountRowProps) {
  return (
    <li>
      {/* A row keeps its height when its detail, which loads later, arrives. */}
      <button
        type="button"
        className="flex min-h-14 w-full items-center gap-3 py-1.5 text-left"
        onClick={onPress}
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          {detail !== undefined && <span className="block truncate text-sm text-muted">{detail}</span>}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </button>
    </li>
  );
}

interface AccountStepViewProps {
  /** The settings of the news and of playback, which other features own. */
  readonly news: ReactNode;
  readonly hearing: ReactNode;
  readonly step: AccountStep;
  readonly onBack: () => void;
  /** Called when the account is gone, to close the settings. */
  readonly onDeleted: () => void;
}

/** The form behind a row of the settings; it replaces the list of rows. */
export function AccountStepView({ news, hearing, step, onBack, onDeleted }: AccountStepViewProps) {
  return (
    <div>
      <TextButton className="-ml-1.5 mb-1 gap-0.5 text-sm [&_svg]:size-5" onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        {accountText.back}
      </TextButton>
      {step === 'news' && news}
      {step === 'email' && <ChangeEmailForm onDone={onBack} />}
      {step === 'password' && <ChangePasswordForm onDone={onBack} />}
      {step === 'sessions' && <SessionsList />}
      {step === 'hearing' && hearing}
      {step === 'blocks' && <BlocksSettings />}
      {step === 'deletion' && <DeleteAccountForm onDone={onDeleted} />}
    </div>
  );
}

function ChangeEmailForm({ onDone }: { readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const request = trpc.account.requestEmailChange.useMutation({
    onSuccess: () => utils.account.get.invalidate(),
    onError: useAskPassword(),
  });
  const { errors, submit, forgive } = useAccountForm();
  const { intro, field, submit: submitText, sent, done } = accountText.email;
  const send = submit(async ({ email, currentPassword }, form) => {
    await request.mutateAsync({ email, ...toReauthentication(currentPassword) });
    if (!form.isConnected) showToast({ title: sent(email) });
  });
  if (request.isSuccess) {
    return (
      <>
        <output className="mb-5 block wrap-anywhere text-muted">{sent(request.variables.email)}</output>
        {/* The new button takes the focus of the button that it replaces. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus would be lost otherwise */}
        <Button autoFocus onClick={onDone}>
          {done}
        </Button>
      </>
    );
  }
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="flex flex-col gap-2.5">
      <p className="mb-1.5 text-muted">{intro}</p>
      <TextField
        label={field}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.fields.email}
      />
      <CurrentPasswordField error={errors.fields.currentPassword} />
      <FormError text={errors.form} />
      <Button type="submit" busy={request.isPending} className="mt-1">
        {submitText}
      </Button>
    </form>
  );
}

function ChangePasswordForm({ onDone }: { readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const { errors, submit, forgive } = useAccountForm();
  const { intro, field, submit: submitText, saved, savedText } = accountText.password;
  const mayBeChanged = useLostAnswer('PASSWORD_WRONG', 'PASSWORD_REQUIRED');
  const change = trpc.account.changePassword.useMutation({
    onSuccess: ({ unlinked }) => {
      showToast({ title: saved, text: toUnlinkedText(savedText, unlinked) });
      void utils.account.get.invalidate();
      void utils.account.sessions.invalidate();
      void utils.account.identities.invalidate();
    },
    onError: useAskPassword(),
  });
  const send = submit(async ({ currentPassword, password }, form) => {
    const answer = change.mutateAsync({ ...toReauthentication(currentPassword), password });
    await answer.catch((error: unknown) => {
      if (!mayBeChanged(error, password)) throw error;
      // If the new password is in force, the server accepts it as the present one.
      return change.mutateAsync({ currentPassword: password, password });
    });
    if (form.isConnected) onDone();
  });
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="flex flex-col gap-2.5">
      <p className="mb-1.5 text-muted">{intro}</p>
      <CurrentPasswordField error={errors.fields.currentPassword} />
      <NewPasswordField label={field} error={errors.fields.password} />
      <FormError text={errors.form} />
      <Button type="submit" busy={change.isPending} className="mt-1">
        {submitText}
      </Button>
    </form>
  );
}

function DeleteAccountForm({ onDone }: { readonly onDone: () => void }) {
  const queryClient = useQueryClient();
  const { errors, submit, forgive } = useAccountForm();
  const { intro, noWayBack, submit: submitText, done, doneText } = accountText.deletion;
  const isGone = useLostAnswer('UNAUTHENTICATED');
  const finish = () => {
    leaveSession(queryClient);
    showToast({ title: done, text: doneText });
  };
  const { account, profiles } = trpc.useUtils();
  const session = useSession();
  const [username] = useState(session.status === 'signed-in' ? session.user.username : null);
  /** Tells a deleted account from a session that ended for another reason after the lost answer. */
  const hasProfile = async (): Promise<boolean> => {
    if (username === null) return true;
    return profiles.byUsername.fetch({ username }, { staleTime: 0 }).then(
      () => true,
      (error: unknown) => getErrorCode(error) !== 'PROFILE_NOT_FOUND',
    );
  };
  const remove = trpc.account.delete.useMutation({
    onSuccess: () => {
      // Before the other tabs hear that the session is over, and not if the account only seems to be gone.
      const session = account.session.getData();
      if (session) void forgetRecordings(session.user.id);
      finish();
    },
    onError: useAskPassword(),
  });
  const send = submit(async ({ currentPassword }) => {
    const proof = toReauthentication(currentPassword);
    await remove.mutateAsync({ ...proof, confirmation: deletionWord }).catch(async (error: unknown) => {
      if (!isGone(error) || (await hasProfile())) throw error;
      finish();
    });
    onDone();
  });
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="flex flex-col gap-2.5">
      <p className="text-muted">{intro}</p>
      <p className="font-[560]">{noWayBack}</p>
      <DownloadLink />
      <CurrentPasswordField error={errors.fields.currentPassword} />
      <DeletionWordField error={errors.fields.confirmation} />
      <FormError text={errors.form} />
      <Button type="submit" variant="danger" busy={remove.isPending} className="mt-1">
        <Trash2 aria-hidden="true" />
        {submitText}
      </Button>
    </form>
  );
}

/** Asks for the current password. Without a password or an address, a recent sign-in replaces it. */
function CurrentPasswordField({ error }: { readonly error: string | undefined }) {
  const { data: account } = trpc.account.get.useQuery();
  if (account?.hasPassword === false || account?.email === null) return null;
  return (
    <PasswordField
      label={accountText.password.current}
      name="currentPassword"
      autoComplete="current-password"
      error={error}
      showLabel={signInText.showPassword}
      hideLabel={signInText.hidePassword}
    />
  );
}

/** Returns a function that shows the field if the account has got its first password since it was loaded. */
function useAskPassword(): (error: unknown) => void {
  const { account } = trpc.useUtils();
  return (error) => {
    if (getErrorCode(error) === 'PASSWORD_REQUIRED') void account.get.invalidate();
  };
}

/** The field is missing for accounts without a password, so an empty value is not sent. */
const toReauthentication = (currentPassword: string) => (currentPassword === '' ? {} : { currentPassword });
