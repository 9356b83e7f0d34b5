import { expect, it } from 'vitest';
import { jobOptions } from './retries.ts';

it.each(['delete-objects', 'forget-transcript'] as const)(
  '%s outlasts an outage of months, because what a person deleted must not stay',
  (name) => {
    const { retryLimit, retryDelay, retentionSeconds } = jobOptions[name];
    expect(Math.min(retryLimit * retryDelay, retentionSeconds)).toBeGreaterThan(90 * 86_400);
  },
);
