import { serverLimits } from '@relato/contract/server-limits';
import { startFakeProviders } from '@relato/testing/oauth/providers';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { callProvider } from './call-provider.ts';

afterEach(() => vi.restoreAllMocks());

it.each(['hang', 'hang-in-body'] as const)('a provider that %ss is aborted after the limit', async (kind) => {
  const provider = await startFakeProviders();
  onTestFinished(() => provider.stop());
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  provider.nextFailure({ kind });
  await expect(callProvider(`${provider.url}/token`, { method: 'POST' })).rejects.toMatchObject({
    name: 'ProviderError',
    message: expect.stringMatching(/^no answer \(\w+\)$/),
  });
  expect(asked).toHaveBeenCalledExactlyOnceWith(serverLimits.oauth.callTimeoutMs);
});
