import { serverLimits } from '@relato/contract/server-limits';

/**
 * A provider failed or sent an invalid answer. `message` may be logged, because it contains at most a status and the name of
 * an error.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}

export interface ProviderAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls a provider with limits on time and bytes, without following redirects. Throws ProviderError. */
export async function callProvider(url: string, init: RequestInit): Promise<ProviderAnswer> {
  const { status, text } = await fetchText(url, init);
  return { status, body: toRecord(text, status) };
}

async function fetchText(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(serverLimits.oauth.callTimeoutMs);
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    return { status: response.status, text: await readBounded(response) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // Leaves out the message and the cause of the error, because they may quote the request.
    throw new ProviderError(`no answer (${error instanceof Error ? error.name : 'unknown'})`);
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > serverLimits.oauth.maxAnswerBytes) throw new ProviderError('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toRecord(text: string, status: number): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProviderError(`status ${status}, not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProviderError(`status ${status}, not an object`);
  return { ...value };
}
