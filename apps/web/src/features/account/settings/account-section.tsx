import { ChevronLeft, ChevronRight } from 'lucide-react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { accountText } from '../../../messages/account.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DownloadLink } from './data-export.tsx';
import { DeleteAccountForm } from './delete-account-form.tsx';
import { SessionsList } from './sessions-list.tsx';

const steps = ['email', 'password', 'sessions', 'deletion'] as const;
export type AccountStep = (typeof steps)[number];

/** An account that was created with a provider has no password yet. */
export const toStepTitle = (step: AccountStep, hasPassword: boolean | undefined): string =>
  step === 'password' && hasPassword === false ? accountText.password.first : accountText[step].title;

/** The rows that lead to changing, exporting and deleting the account. */
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
      {/* A row with a detail is as high as one without: the detail comes later than the row. */}
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
  readonly step: AccountStep;
  readonly onBack: () => void;
  readonly onDeleted: () => void;
}

/** The form behind a row of the settings; it replaces the list of rows. */
export function AccountStepView({ step, onBack, onDeleted }: AccountStepViewProps) {
  return (
    <div>
      <TextButton className="-ml-1.5 mb-1 gap-0.5 text-sm [&_svg]:size-5" onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        {accountText.back}
      </TextButton>
      {step === 'email' && <ChangeEmailForm onDone={onBack} />}
      {step === 'password' && <ChangePasswordForm onDone={onBack} />}
      {step === 'sessions' && <SessionsList />}
      {step === 'deletion' && <DeleteAccountForm onDone={onDeleted} />}
    </div>
  );
}
