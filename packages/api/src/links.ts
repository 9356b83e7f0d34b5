import type { Services } from './context.ts';

// The token is behind the #: browsers keep that part to themselves, so that it is in no log and no Referer.
export const confirmationLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/confirmar#token=${token}`;
export const resetLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/restablecer#token=${token}`;
/** Where a person asks for a new password themselves. */
export const recoveryLink = ({ publicUrl }: Services): string => `${publicUrl}/profile?entrar=recuperar`;
export const emailChangeLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/confirmar-correo#token=${token}`;
export const appealLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/apelar#token=${token}`;
