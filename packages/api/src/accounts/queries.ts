import { DomainError, type OwnAccount } from '@relato/contract';
import type { Services, Viewer } from '../context.ts';

/** Throws UNAUTHENTICATED for an account that went a moment ago. */
export async function requireOwnAccount({ auth }: Services, viewer: Viewer): Promise<OwnAccount> {
  const account = await auth.getOwnAccount(viewer.id);
  if (!account) throw new DomainError('UNAUTHENTICATED');
  return account;
}
