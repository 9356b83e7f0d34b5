import { ChevronRight } from 'lucide-react';
import { accountText } from '../../messages/account.ts';
import { trpc } from '../../trpc.ts';
import { DownloadLink } from './download-link.tsx';

export type AccountStep = 'email' | 'password' | 'sessions' | 'deletion';

/** The ways to change, to look at, to take along and to leave the own account. */
export function AccountSection({ onOpen }: { readonly onOpen: (step: AccountStep) => void }) {
  const { data: account } = trpc.auth.account.useQuery();
  const { title, email, password, sessions, deletion } = accountText;
  const pending = account?.pendingEmail ?? null;
  const emailDetail = pending === null ? undefined : email.pending(pending);
  return (
    <section aria-labelledby="own-account" className="mt-5">
      <h3 id="own-account" className="font-ui text-sm font-[650] text-muted">
        {title}
      </h3>
      <ul className="mt-1 mb-3 divide-y divide-line">
        <AccountRow title={email.title} detail={emailDetail} onPress={() => onOpen('email')} />
        <AccountRow
          title={account?.hasPassword === false ? password.first : password.title}
          onPress={() => onOpen('password')}
        />
        <AccountRow title={sessions.title} onPress={() => onOpen('sessions')} />
        <AccountRow title={deletion.title} onPress={() => onOpen('deletion')} />
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
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-3 py-1.5 text-left"
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
