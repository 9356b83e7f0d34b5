import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { LogoHeader } from '../../lib/layout/logo-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { QueryFailure } from '../../lib/paging/load-failure.tsx';
import { useMailToken } from '../../lib/session/use-mail-token.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { questionsText as text } from '../../messages/questions/questions.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { keepQuestion } from '../../lib/kept-question.ts';

/** The screen behind the link of a question: stores the question and opens the recorder, or says that the link has expired. */
export function AskedScreen() {
  const { token } = useMailToken();
  const { client } = trpc.useUtils();
  const session = useSession();
  const asked = useQuery({
    queryKey: ['question', token],
    queryFn: () => client.questions.byLink.mutate({ token }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = asked;
  const owner = session.status === 'signed-in' ? session.user.id : undefined;
  const isOwn = owner !== undefined && owner === data?.asker.id;
  const isReady = data !== undefined && session.status !== 'loading';
  useEffect(() => {
    if (!isReady || isOwn) return;
    const { asker, text: question } = data;
    const photo = asker.photo === undefined ? {} : { photo: asker.photo };
    keepQuestion({ token, text: question, asker: asker.username ?? '', askerId: asker.id, owner, ...photo });
  }, [data, isReady, isOwn, owner, token]);
  if (isReady) return <Navigate to={isOwn ? '/pide' : '/record'} replace />;
  return (
    <Screen label={text.asked} header={<LogoHeader />}>
      <h1 className="sr-only">{text.asked}</h1>
      {asked.isError ? <Refusal error={asked.error} query={asked} /> : <Opening />}
    </Screen>
  );
}

function Opening() {
  return (
    <output className="m-auto flex items-center gap-2.5 text-muted">
      <Spinner />
      {text.opening}
    </output>
  );
}

const endings = new Set([
  'QUESTION_NOT_FOUND',
  'QUESTION_WITHDRAWN',
  'QUESTION_EXPIRED',
  'QUESTION_ANSWERED',
  'INVALID_INPUT',
]);

interface RefusalProps {
  readonly error: unknown;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}

function Refusal({ error, query }: RefusalProps) {
  if (!endings.has(getErrorCode(error) ?? '')) return <QueryFailure title={text.openFailed} query={query} />;
  return (
    <EmptyState
      title={text.closed.title}
      text={toErrorText(error)}
      action={
        <Link to="/record" className={buttonClass('primary')}>
          {text.closed.tellAnyway}
        </Link>
      }
    />
  );
}
