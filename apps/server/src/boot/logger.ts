import { pino, type DestinationStream, type Logger } from 'pino';
import { bufferLines } from './log-output.ts';
import { readRequestId } from '../http/request-id.ts';

const maxCauses = 3;
/**
 * Matches values that libraries quote in errors: e-mail addresses, and texts long and random enough to be a secret. An
 * address is matched from the start of a word only: otherwise a long word would take quadratic time.
 */
const secretPattern =
  /(?<![^\s"'`()<>=,:])[^\s"'`()<>=,:]+@[^\s"'`)>,]+|(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g;
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const hideSecrets = (text: string): string =>
  text.replaceAll(secretPattern, (found) => (uuidPattern.test(found) ? found : '[hidden]'));

/**
 * Returns the type, code, message and stack of an error, without its other properties, because drivers attach rows and
 * parameters. Libraries also throw plain objects.
 */
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

/** Adds the id of the request to every line from the handling of the request. */
function addRequestId(): { readonly requestId?: string } {
  const requestId = readRequestId();
  return requestId === undefined ? {} : { requestId };
}

/** Logs JSON lines without the secrets and personal data that errors may contain. */
export const createLogger = (level: string, destination: DestinationStream = bufferLines()): Logger =>
  pino(
    { level, mixin: addRequestId, serializers: { err: (error: unknown) => toLogged(error) } },
    destination,
  );
