export { createAuth, type Auth, type AuthOptions } from './auth.ts';
export { createSecret, hashSecret } from './secrets.ts';
export type { LinkMail } from './confirmation.ts';
export type { NewSession, ValidSession } from './sessions.ts';
export type { SignUpOutcome } from './sign-up.ts';
