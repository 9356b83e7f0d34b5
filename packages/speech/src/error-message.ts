import { limits } from '@relato/contract';
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

/** The message in `{"error": "…"}`, `{"error": {"message": "…"}}` or `{"detail": "…"}`; null in anything else. */
export function getErrorField(answer: unknown): string | null {
  const { data } = envelope.safeParse(answer);
  return (data?.error ?? data?.detail) || null;
}

/** Fit to be shown: without the key, which some servers repeat, and not longer than a person reads. */
export function toShownMessage(message: string, secret: string | null): string {
  const text = cleanText(secret === null ? message : message.replaceAll(secret, '***'));
  return text.length <= limits.speech.maxErrorLength
    ? text
    : `${text.slice(0, limits.speech.maxErrorLength - 1)}…`;
}

/** The error field of an answer's body, or the body as text, or `HTTP Error: {status} {statusText}`. */
export function toHttpMessage(response: Response, body: string, secret: string | null): string {
  const message =
    getErrorField(parseJson(body)) ?? (body.trimStart().startsWith('<') ? textOfHtml(body) : body);
  return (
    toShownMessage(message, secret) ||
    toShownMessage(`HTTP Error: ${response.status} ${response.statusText}`, secret)
  );
}

/** Undefined when `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOfHtml = (html: string): string =>
  html.replaceAll(/<(style|script|title)\b[^<]*<\/\1>/giu, ' ').replaceAll(/<[^<>]*>/gu, ' ');
