import { limits, rateLimits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { readErrorCodes } from '../testing/error-codes.ts';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();

const json = { 'content-type': 'application/json' };

/** Sends a batch of `count` sign-ins, each to another account. */
async function signInMany(
  count: number,
): Promise<{ readonly answer: Response; readonly codes: readonly unknown[] }> {
  const inputs = Array.from({ length: count }, (_, index) => [
    index,
    { json: { email: `persona${index}@example.org`, password: 'otra cosa' } },
  ]);
  const paths = inputs.map(() => 'account.signIn').join(',');
  const body = JSON.stringify(Object.fromEntries(inputs));
  const answer = await test.app.request(`/trpc/${paths}?batch=1`, { method: 'POST', headers: json, body });
  return { answer, codes: await readErrorCodes(answer) };
}

describe('SEC-18: a limit', () => {
  it('D13: counts each call of a batch, and names the time of the next attempt', async () => {
    const batch = limits.batch.maxCalls;
    const codes: unknown[] = [];
    while (codes.length + batch <= rateLimits.signIn.calls) codes.push(...(await signInMany(batch)).codes);
    expect(codes).not.toContain('RATE_LIMITED');
    const last = await signInMany(batch);
    expect(last.codes.filter((code) => code !== 'RATE_LIMITED')).toHaveLength(
      rateLimits.signIn.calls - codes.length,
    );
    const seconds = Number(last.answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(rateLimits.signIn.windowSeconds);
    expect(await last.answer.text()).toContain('"retryAfterSeconds"');
  });
});

describe('SEC-17: a batch over the limit', () => {
  it.each([
    ['a thousand calls', Array.from({ length: 1_000 }, () => 'settings.public').join(',')],
    ['1,500 commas', ','.repeat(1_500)],
    ['ten calls too many, with their inputs', Array.from({ length: 20 }, () => 'stories.feed').join(',')],
  ])('is refused in under 1 kB: %s', async (_case, paths) => {
    const answer = await test.app.request(`/trpc/${paths}?batch=1&input=%7B%7D`);
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain('INVALID_INPUT');
  });
});
