import { leavePath } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

// The token is in the fragment, which browsers send to no server, so that it appears in no log and no Referer header.
export const confirmationLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/confirmar#token=${token}`;
export const resetLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/restablecer#token=${token}`;
/** The page on which a user can request a new password. */
export const recoveryLink = ({ publicUrl }: Services): string => `${publicUrl}/profile?entrar=recuperar`;
export const emailChangeLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/confirmar-correo#token=${token}`;
export const appealLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/apelar#token=${token}`;
/** Shown to the asker of a question, who passes it on. */
export const questionLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/cuentame#token=${token}`;
/** The token is in the query, because mail programs send a POST to this address themselves. No log contains queries. */
export const leaveLink = ({ publicUrl }: Pick<Services, 'publicUrl'>, token: string): string =>
  `${publicUrl}${leavePath}?token=${token}`;
