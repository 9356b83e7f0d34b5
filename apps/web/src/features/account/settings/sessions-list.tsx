import type { OwnSession } from '@relato/contract/account/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { accountText } from '../../../messages/account.ts';
import { formatDate } from '../../../messages/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { toDeviceName } from './to-device-name.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const { loading, ended, endedOthers, endOthers, only, errors } = accountText.sessions;

export function SessionsList() {
  const utils = trpc.useUtils();
  const sessions = trpc.account.sessions.useQuery(undefined, { staleTime: 0 });
  const options = (title: string) => ({
    onSuccess: () => showToast({ title }),
    onError: (error: unknown) =>
      showToast({ title: errors.end, text: toErrorText(error), tone: 'destructive' }),
    onSettled: () => utils.account.sessions.invalidate(),
  });
  const end = trpc.account.endSession.useMutation(options(ended));
  const endOthersOf = trpc.account.endOtherSessions.useMutation(options(endedOthers));

  if (sessions.data === undefined) {
    return sessions.isError ? (
      <FormError text={`${errors.load}. ${toErrorText(sessions.error)}`} />
    ) : (
      <div aria-busy="true">
        <output className="sr-only">{loading}</output>
        <Skeleton className="h-14 w-full" />
      </div>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {sessions.data.length > 1 ? (
        <Button
          ref={keepFocus}
          variant="secondary"
          className="mt-4"
          busy={endOthersOf.isPending}
          onClick={() => endOthersOf.mutate()}
        >
          {endOthers}
        </Button>
      ) : (
        <p className="mt-3 text-muted">{only}</p>
      )}
    </>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { current, since, end, endOf } = accountText.sessions;
  const device = toDeviceName(session.userAgent);
  return (
    <li ref={keepFocus} className="flex min-h-14 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">
          {session.isCurrent ? current : since(formatDate(session.createdAt))}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="small"
          className="shrink-0"
          aria-label={endOf(device)}
          busy={isEnding}
          onClick={onEnd}
        >
          {end}
        </Button>
      )}
    </li>
  );
}
