import { isErrorCode, type ErrorCode } from '@relato/contract';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { toPrintable } from './terminal-text.ts';

/** What a script learns without reading a word. Part of the interface: a code is never given another meaning. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notSignedIn: 3, noAnswer: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = [
  [exitCodes.done, 'done'],
  [exitCodes.refused, 'the server refused: its code says why'],
  [exitCodes.usage, 'the command line is wrong, or the question was not answered with yes'],
  [exitCodes.notSignedIn, 'not signed in, or not any more'],
  [
    exitCodes.noAnswer,
    'no answer: the server is away, in trouble, or not a Relato that this version understands',
  ],
] as const;

/** Ends the command with a line instead of a stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): CommandError => new CommandError(exitCodes.usage, message);
export const signInHint = 'Run: npm run admin -- sign-in';
export const notSignedIn = (message: string): CommandError =>
  new CommandError(exitCodes.notSignedIn, `${message} ${signInHint}`);

export interface Failure {
  readonly exitCode: ExitCode;
  /** The server's, when it said one. */
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly details: object;
}

/** What every error of a procedure carries. */
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

/** Null for what nobody foresaw. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof CommandError) {
    return { exitCode: error.exitCode, code: null, message: error.message, details: {} };
  }
  if (!(error instanceof TRPCClientError)) return null;
  const { cause, meta } = error;
  if (cause instanceof CommandError) return toFailure(cause);
  const said = readRefusal(error);
  if (said) return toRefused(said);
  const url = meta && 'response' in meta && meta.response instanceof Response ? meta.response.url : '';
  return toFailure(notRelato(URL.parse(url)?.origin ?? 'The server', cause));
}

/** Of a procedure, or of a route in front of them, which answers `{ error: code }`. */
function readRefusal(error: TRPCClientError<never>): Refusal | null {
  const data: unknown = error.data;
  const procedure = refusal.safeParse(data);
  if (procedure.success) return procedure.data;
  const route = z
    .object({ responseJSON: z.object({ error: z.custom<ErrorCode>(isErrorCode) }) })
    .safeParse(error.meta);
  return route.success ? { errorCode: route.data.responseJSON.error, fieldErrors: {} } : null;
}

function toRefused({ errorCode: code, requestId, ...said }: Refusal): Failure {
  const details = { ...said, requestId };
  if (code === 'UNAUTHENTICATED') {
    const message = `The session has ended. ${signInHint}`;
    return { exitCode: exitCodes.notSignedIn, code, message, details };
  }
  if (code === 'UNAVAILABLE' || code === 'INTERNAL') {
    const message = `The server is in trouble: ${code}${requestId ? ` (its log says more: request ${requestId})` : ''}`;
    return { exitCode: exitCodes.noAnswer, code, message, details };
  }
  return {
    exitCode: exitCodes.refused,
    code,
    message: `The server refused: ${[code, ...explain(code, said)].join('. ')}`,
    details,
  };
}

const explanations: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN: 'This needs a moderator or an administrator, and nobody decides on what is their own',
  PROFILE_INCOMPLETE: 'Choose a username in the app first',
  APPEAL_OWN_DECISION: 'Another moderator decides on appeals against your decisions',
  LAST_ADMINISTRATOR: 'Nobody would be left to give roles',
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

export const notRelato = (server: string, cause: unknown): CommandError =>
  new CommandError(
    exitCodes.noAnswer,
    `${server} does not answer as Relato does. Is the address right, and the version the same?`,
    { cause },
  );

export const notUnderstood = (cause: unknown): CommandError =>
  new CommandError(
    exitCodes.noAnswer,
    'The server answers what this version does not understand. Is it the same version?',
    { cause },
  );
