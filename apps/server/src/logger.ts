import { tryGetContext } from 'hono/context-storage';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { AppEnv } from './app.ts';

const maxCauses = 3;
/**
 * Values that libraries quote: e-mail addresses, and whatever is long and random enough to open something. An address is
 * looked for where a word begins and nowhere within it: else a long word would take time by its square.
 */
const secretPattern =
  /(?<![^\s"'`()<>=,:])[^\s"'`()<>=,:]+@[^\s"'`)>,]+|(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g;
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const hideSecrets = (text: string): string =>
  text.replaceAll(secretPattern, (found) => (uuidPattern.test(found) ? found : '[hidden]'));

/** What an error is, not what it was about: drivers hang rows and parameters on theirs. Libraries throw plain objects, too. */
function toLogged(error: unknown, causes = maxCauses): unknown {
  if (typeof error !== 'object' || error === null) {
    return { type: typeof error, message: hideSecrets(String(error)) };
  }
  const { name, message, code, stack, queue, cause, errors } = error as Readonly<Record<string, unknown>>; // each may be missing
  const inner = causes > 0 ? (cause ?? (Array.isArray(errors) ? errors[0] : undefined)) : undefined;
  const texts = Object.entries({ message, code, stack, queue }).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, hideSecrets(value)]] : typeof value === 'number' ? [[key, value]] : [],
  );
  return {
    type: typeof name === 'string' ? name : 'object',
    ...(Object.fromEntries(texts) as object),
    ...(inner !== undefined && { cause: toLogged(inner, causes - 1) }),
  };
}

/** What is logged while a request is answered says which one. */
function toRequest(): { readonly requestId?: string } {
  const requestId = tryGetContext<AppEnv>()?.get('requestId');
  return requestId === undefined ? {} : { requestId };
}

/** JSON lines without what may not be in logs, however an error came by it. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, mixin: toRequest, serializers: { err: (error: unknown) => toLogged(error) } }, destination);
