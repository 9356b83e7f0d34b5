import type { Session } from '@relato/contract/auth';
import { trpc } from '../../trpc.ts';

/** Takes over what the server has just said of the session; an answer that is still on its way tells of before. */
export function useSetSession() {
  const { session } = trpc.useUtils().auth;
  return (now: Session | null): void => {
    void session.cancel();
    session.setData(undefined, now);
  };
}
