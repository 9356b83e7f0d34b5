import { speechLimits } from '@relato/contract';
import { z } from 'zod';
import { cleanText } from './clean-text.ts';

const envelope = z.object({
  error: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])
    .optional()
    .catch(undefined),
  detail: z
    .union([
      z.string(),
      z.array(z.object({ msg: z.string() })).transform((issues) => issues.map(({ msg }) => msg).join('; ')),
    ])
    .optional()
    .catch(undefined),
});

/** Returns the message in `{"error": "…"}`, `{"error": {"message": "…"}}` or `{"detail": "…"}`, or null. */
export function getErrorField(answer: unknown): string | null {
  const { data } = envelope.safeParse(answer);
  return (data?.error ?? data?.detail) || null;
}

/** Makes a message presentable: removes the key, which some servers quote, and cuts it to `speechLimits.maxErrorLength`. */
export function toShownMessage(message: string, secret: string | null): string {
  const text = cleanText(secret === null ? message : message.replaceAll(secret, '***'));
  return text.length <= speechLimits.maxErrorLength
    ? text
    : `${text.slice(0, speechLimits.maxErrorLength - 1)}…`;
}

/** Returns the error field of an answer's body, else the body as text, else `HTTP Error: {status} {statusText}`. */
export function toHttpMessage(response: Response, body: string, secret: string | null): string {
  const message =
    getErrorField(parseJson(body)) ?? (body.trimStart().startsWith('<') ? textOfHtml(body) : body);
  return (
    toShownMessage(message, secret) ||
    toShownMessage(`HTTP Error: ${response.status} ${response.statusText}`, secret)
  );
}

/** Returns undefined if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOfHtml = (html: string): string =>
  html.replaceAll(/<(style|script|title)\b[^<]*<\/\1>/giu, ' ').replaceAll(/<[^<>]*>/gu, ' ');
