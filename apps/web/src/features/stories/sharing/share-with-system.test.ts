import { afterEach, expect, it, vi } from 'vitest';
import { shareWithSystem } from './share-with-system.ts';

afterEach(() => vi.unstubAllGlobals());

const share = async (error: unknown) => {
  const answer = vi.fn<Navigator['share']>().mockResolvedValue();
  if (error !== null) answer.mockRejectedValue(error);
  vi.stubGlobal('navigator', { share: answer });
  return shareWithSystem({ url: 'https://relato.example/' });
};

it.each([
  ['something was shared', null, true],
  ['the user closed it', 'AbortError', true],
  ['it is open already, after a second tap', 'InvalidStateError', true],
  ['the browser does not allow it', 'NotAllowedError', false],
])("the system's sheet: %s", async (_case, name, isDone) => {
  expect(await share(name === null ? null : new DOMException('no', name))).toBe(isDone);
});

it('a browser without a share sheet reports that it did not open', async () => {
  vi.stubGlobal('navigator', {});
  expect(await shareWithSystem({ url: 'https://relato.example/' })).toBe(false);
});
