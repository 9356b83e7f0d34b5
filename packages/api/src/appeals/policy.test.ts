import { userId, type NoticeKind, type Role } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { canAppeal, canDecide } from './policy.ts';

const notice = (kind: NoticeKind) => ({ kind, liftedAt: null, appeal: null });
const viewer = (role: Role) => ({ id: userId.parse('019a9b3c-0000-7000-8000-000000000001'), role });
const colleague = { id: userId.parse('019a9b3c-0000-7000-8000-000000000002'), role: 'moderator' } as const;

describe('canAppeal', () => {
  it('is true for decisions against the user', () => {
    const appealable: Readonly<Record<NoticeKind, boolean>> = {
      story_hidden: true,
      story_restored: false,
      comment_removed: true,
      explanation_removed: true,
      account_suspended: true,
      account_restored: false,
      profile_cleared: false,
      report_hidden: false,
      report_kept: false,
      report_closed: false,
    };
    const kinds = Object.keys(appealable) as NoticeKind[];
    expect(Object.fromEntries(kinds.map((kind) => [kind, canAppeal(notice(kind))]))).toEqual(appealable);
  });

  it('is false for a decision that was already withdrawn or appealed', () => {
    expect(canAppeal({ ...notice('story_hidden'), liftedAt: new Date() })).toBe(false);
    expect(canAppeal({ ...notice('story_hidden'), appeal: {} })).toBe(false);
  });
});

describe('canDecide', () => {
  const moderator = viewer('moderator');
  const appeal = { user: { id: 'user', role: 'user' }, decidedById: 'other', status: 'open' } as const;
  const team = [moderator, colleague];

  it('is true for moderators who did not make the decision, and for its author only if there is no other', () => {
    expect(canDecide(moderator, appeal, team)).toBe(true);
    expect(canDecide(moderator, { ...appeal, decidedById: moderator.id }, team)).toBe(false);
    expect(canDecide(moderator, { ...appeal, decidedById: moderator.id }, [moderator])).toBe(true);
  });

  it('is false for a decided appeal', () => {
    expect(canDecide(moderator, { ...appeal, status: 'granted' }, [moderator])).toBe(false);
  });

  it('is false for users, and for moderators about moderators', () => {
    expect(canDecide(viewer('user'), appeal, [])).toBe(false);
    expect(canDecide(moderator, { ...appeal, user: { id: 'user', role: 'moderator' } }, [])).toBe(false);
  });

  it('does not wait for a user who must not judge the affected one', () => {
    const administrator = viewer('administrator');
    const own = { ...appeal, decidedById: administrator.id };
    const deciders = [administrator, colleague];
    expect(canDecide(administrator, { ...own, user: colleague }, deciders)).toBe(true);
    expect(canDecide(administrator, own, deciders)).toBe(false);
  });
});
