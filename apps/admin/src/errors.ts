import { isErrorCode, type ErrorCode } from '@relato/contract';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { toPrintable } from './terminal-text.ts';

/** Scripts rely on these codes, so their meaning never changes. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notSignedIn: 3, noAnswer: 4, wrong: 5 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

interface ErrorDetails extends ErrorOptions {
  /** The error code of the server, if the server answered with one. */
  readonly code?: ErrorCode;
  readonly details?: object;
}

/** Ends the command with its message instead of a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly code: ErrorCode | null;
  readonly details: object;

  constructor(exitCode: ExitCode, message: string, { code, details = {}, ...options }: ErrorDetails = {}) {
    super(message, options);
    this.exitCode = exitCode;
    this.code = code ?? null;
    this.details = details;
  }
}

export const usageError = (message: string): CommandError => new CommandError(exitCodes.usage, message);
const signInHint = 'Run: npm run admin -- sign-in';
export const notSignedInError = (message: string, details: ErrorDetails = {}): CommandError =>
  new CommandError(exitCodes.notSignedIn, `${message} ${signInHint}`, details);

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
export function toCommandError(error: unknown): CommandError | null {
  if (error instanceof CommandError) return error;
  if (!(error instanceof TRPCClientError)) return null;
  const { cause, meta } = error;
  if (cause instanceof CommandError) return cause;
  const refused = readRefusal(error);
  if (refused) return toRefused(refused);
  const url = meta && 'response' in meta && meta.response instanceof Response ? meta.response.url : '';
  return notRelatoError(URL.parse(url)?.origin ?? 'The server', cause);
}

/** Returns the seconds until the server admits the call, or null unless its rate limit is why it failed. */
export function toRetryAfterSeconds(error: unknown): number | null {
  const failed = error instanceof TRPCClientError ? readRefusal(error) : null;
  return (failed?.errorCode === 'RATE_LIMITED' && failed.retryAfterSeconds) || null;
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

function toRefused({ errorCode: code, ...details }: Refusal): CommandError {
  const options = { code, details };
  const { requestId } = details;
  if (code === 'UNAUTHENTICATED') return notSignedInError('The session has ended.', options);
  if (code === 'UNAVAILABLE' || code === 'INTERNAL') {
    const where = requestId ? ` (its log has the cause: request ${requestId})` : '';
    return new CommandError(exitCodes.noAnswer, `The server failed: ${code}${where}`, options);
  }
  const message = `The server refused: ${[code, ...explain(code, details)].join('. ')}`;
  return new CommandError(exitCodes.refused, message, options);
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
