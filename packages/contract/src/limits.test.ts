import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaults } from './text/defaults.ts';
import { defaultFlags } from './settings/flags.ts';
import { limits } from './limits.ts';
import { serverLimits } from './server-limits.ts';
import { rateLimits } from './rate-limits.ts';
import { speechLimits } from './transcription/speech-limits.ts';
import { reportReasons } from './reports/reasons.ts';

const specification = readFileSync(
  new URL('../../../docs/product-specification.md', import.meta.url),
  'utf8',
);
const constants = specification.slice(specification.indexOf('## 9. '));
const { feed, password, player, recording, selectedStory, session, transcript, transcription, username } =
  limits;

describe('limits', () => {
  it.each([
    `Maximum recording length: ${recording.maxDurationMs / 1000} seconds`,
    `Player seek step: ${player.seekStepSeconds} second.`,
    `Transcript area: ${transcript.rows} rows.`,
    `Polling interval: ${speechLimits.pollIntervalMs} ms`,
    `Community feed refresh: every ${feed.refreshMs / 1000} seconds.`,
    `Scroll to the selected story after ${selectedStory.scrollWaitMs} ms.`,
    `with a ${player.loadWaitMs} ms wait after load before play`,
    `Username: ${username.minLength}–${username.maxLength} characters at sign-up`,
    `Password: at least ${password.minLength}.`,
    `showDownvotes is ${defaultFlags.showDownvotes}; recordOnly is ${defaultFlags.recordOnly}.`,
    `Report reasons: ${reportReasons.length} options. Default anonymous name '${defaults.anonymousName}'.`,
  ])('L401-411: equal those of the specification: %s', (constant) => {
    expect(constants).toContain(constant);
  });

  it('leave every mailbox with a link that works', () => {
    const { recoveryHours, verificationHours } = serverLimits.mailToken;
    expect(rateLimits.lateMail.windowSeconds).toBeLessThanOrEqual(
      Math.min(recoveryHours, verificationHours) * 3_600,
    );
  });

  it('SEC-59: keep a single network or user from spending shared limits', () => {
    expect(rateLimits.mailOwn.calls * 10).toBeLessThanOrEqual(rateLimits.mailbox.calls);
    expect(rateLimits.signInOwn.calls * 5).toBeLessThanOrEqual(rateLimits.signInAccount.calls);
    expect(rateLimits.anonymousComment.calls * 10).toBeLessThanOrEqual(rateLimits.anonymousComments.calls);
  });

  it('L330: contain the intervals at which the browser polls transcripts and the session', () => {
    expect(transcription.refreshMs).toBe(speechLimits.pollIntervalMs);
    expect(specification).toContain(`it is checked every ${session.refreshMs / 1000} seconds`);
  });
});
