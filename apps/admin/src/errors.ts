import { isErrorCode, type ErrorCode } from '@relato/contract';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { toPrintable } from './terminal-text.ts';

/** Scripts rely on these codes: their meaning never changes. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notSignedIn: 3, noAnswer: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = [
  [exitCodes.done, 'done'],
  [exitCodes.refused, 'the server refused the call; its error code says why'],
  [exitCodes.usage, 'the command line is wrong, or the confirmation was not given'],
  [exitCodes.notSignedIn, 'not signed in, or the session has ended'],
  [exitCodes.noAnswer, 'the server cannot be reached, fails, or is not a Relato of this version'],
] as const;

/** Ends the command with its message instead of a stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): CommandError => new CommandError(exitCodes.usage, message);
const signInHint = 'Run: npm run admin -- sign-in';
export const notSignedInError = (message: string): CommandError =>
  new CommandError(exitCodes.notSignedIn, `${message} ${signInHint}`);

export interface Failure {
  readonly exitCode: ExitCode;
  /** The error code of the server, if the server answered with one. */
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly details: object;
}

/** The data of every error of a procedure. */
const refusal = z.object({
  errorCode: z.custom<ErrorCode>(isErrorCode),
  fieldErrors: z.record(z.string(), z.string()).default({}),
  requestId: z.string().nullish(),
  retryAfterSeconds: z.number().optional(),
  happened: z
    .object({
      action: z.string(),
      by: z.string().nullable(),
      at: z.coerce.date(),
      reason: z.string().nullable(),
    })
    .nullish(),
});
type Refusal = z.infer<typeof refusal>;

/** Returns null for an unexpected error, which is a bug of this program. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof CommandError) {
    return { exitCode: error.exitCode, code: null, message: error.message, details: {} };
  }
  if (!(error instanceof TRPCClientError)) return null;
  const { cause, meta } = error;
  if (cause instanceof CommandError) return toFailure(cause);
  const refused = readRefusal(error);
  if (refused) return toRefused(refused);
  const url = meta && 'response' in meta && meta.response instanceof Response ? meta.response.url : '';
  return toFailure(notRelatoError(URL.parse(url)?.origin ?? 'The server', cause));
}

/** Reads the error of a procedure, or of middleware before the procedures, which answers `{ error: code }`. */
function readRefusal(error: TRPCClientError<never>): Refusal | null {
  const data: unknown = error.data;
  const procedure = refusal.safeParse(data);
  if (procedure.success) return procedure.data;
  const route = z
    .object({ responseJSON: z.object({ error: z.custom<ErrorCode>(isErrorCode) }) })
    .safeParse(error.meta);
  return route.success ? { errorCode: route.data.responseJSON.error, fieldErrors: {} } : null;
}

function toRefused({ errorCode: code, requestId, ...rest }: Refusal): Failure {
  const details = { ...rest, requestId };
  if (code === 'UNAUTHENTICATED') {
    const message = `The session has ended. ${signInHint}`;
    return { exitCode: exitCodes.notSignedIn, code, message, details };
  }
  if (code === 'UNAVAILABLE' || code === 'INTERNAL') {
    const message = `The server failed: ${code}${requestId ? ` (its log has the cause: request ${requestId})` : ''}`;
    return { exitCode: exitCodes.noAnswer, code, message, details };
  }
  return {
    exitCode: exitCodes.refused,
    code,
    message: `The server refused: ${[code, ...explain(code, rest)].join('. ')}`,
    details,
  };
}

const explanations: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN: 'This needs a moderator or an administrator, and deciding on your own content is not allowed',
  PROFILE_INCOMPLETE: 'Choose a username in the app first',
  APPEAL_OWN_DECISION: 'Another moderator decides on appeals against your decisions',
  LAST_ADMINISTRATOR: 'No administrator would be left to give roles',
  TRANSCRIPTION_OFF: 'The server has no transcriber',
};

function explain(code: ErrorCode, { fieldErrors, retryAfterSeconds, happened }: Partial<Refusal>): string[] {
  const lines = Object.entries(fieldErrors ?? {}).map(([field, wrong]) => `${field}: ${wrong}`);
  if (retryAfterSeconds !== undefined) lines.push(`Try again in ${retryAfterSeconds} s`);
  if (happened) {
    const by = happened.by === null ? '' : ` by @${toPrintable(happened.by)}`;
    const why = happened.reason === null ? '' : `: ${toPrintable(happened.reason)}`;
    lines.push(`Last was ${toPrintable(happened.action)}${by} at ${happened.at.toISOString()}${why}`);
  }
  const explanation = explanations[code];
  return explanation ? [...lines, explanation] : lines;
}

export const notRelatoError = (server: string, cause: unknown): CommandError =>
  new CommandError(
    exitCodes.noAnswer,
    `${server} does not answer as Relato does. Is the address right, and the version the same?`,
    { cause },
  );

export const notUnderstoodError = (cause: unknown): CommandError =>
  new CommandError(
    exitCodes.noAnswer,
    'The answer of the server does not match this version. Is it the same version?',
    { cause },
  );
