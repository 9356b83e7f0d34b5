import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { errorText } from '../../../../messages/errors.ts';
import { freezesText } from '../../../../messages/operator/freezes.ts';
import { toFreezeRefusal } from './freeze-refusal.ts';

const refusedWith = (errorCode: string) =>
  TRPCClientError.from({ error: { code: -32_000, message: '', data: { errorCode } } });

test('a refusal belongs to its field, if the form shows that', () => {
  const refused = refusedWith('STORY_NOT_FOUND');
  const text = errorText.STORY_NOT_FOUND;
  expect(toFreezeRefusal(refused, ['story', 'until'])).toEqual({ field: 'story', text });
  expect(toFreezeRefusal(refused, ['until'])).toEqual({ field: null, text });
  expect(toFreezeRefusal(refusedWith('UNAVAILABLE'), ['until']).field).toBeNull();
});

test('an administrator reads that others decide on their own story', () => {
  expect(toFreezeRefusal(refusedWith('FORBIDDEN'), [])).toEqual({ field: null, text: freezesText.own });
});
