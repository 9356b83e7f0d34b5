import { pino, type DestinationStream, type Logger } from 'pino';

const maxCauses = 3;
/** Values that libraries quote: e-mail addresses, and whatever is long and random enough to open something. */
const secretPattern = /[^\s"'`(<=,:]+@[^\s"'`)>,]+|(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g;
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const hideSecrets = (text: string): string =>
  text.replaceAll(secretPattern, (found) => (uuidPattern.test(found) ? found : '[hidden]'));

/** What an error is, not what it was about: drivers hang rows and parameters on theirs. */
function toLogged(error: unknown, causes = maxCauses): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: hideSecrets(message),
    ...('code' in error && { code: error.code }),
    ...(stack !== undefined && { stack: hideSecrets(stack) }),
    ...(cause !== undefined && causes > 0 && { cause: toLogged(cause, causes - 1) }),
  };
}

/** JSON lines without what may not be in logs, however an error came by it. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: (error: unknown) => toLogged(error) } }, destination);
