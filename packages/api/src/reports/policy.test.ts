import { reportStatuses, userId, type Role } from '@relato/contract';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { requireMayJudge } from '../users/policy.ts';
import { canReport, nextStatus, toCaseStatus, toReportedAuthor, type ReportAction } from './policy.ts';

const actions: readonly ReportAction[] = ['review', 'resolve', 'dismiss'];

describe('the status of a report', () => {
  it('goes from pending over reviewing to resolved or dismissed, and nowhere else', () => {
    const ways = reportStatuses.flatMap((status) =>
      actions.map((action) => `${status} ${action} ${nextStatus(status, action)}`),
    );
    expect(ways).toEqual([
      'pending review reviewing',
      'pending resolve null',
      'pending dismiss null',
      'reviewing review null',
      'reviewing resolve resolved',
      'reviewing dismiss dismissed',
      'resolved review null',
      'resolved resolve null',
      'resolved dismiss null',
      'dismissed review null',
      'dismissed resolve null',
      'dismissed dismiss null',
    ]);
  });

  it.each([
    [[], null],
    [['resolved', 'dismissed'], null],
    [['resolved', 'pending'], 'pending'],
    [['pending', 'reviewing'], 'reviewing'],
  ] as const)('is %s for the statuses %j of the reports of a story', (statuses, expected) => {
    expect(toCaseStatus(statuses)).toBe(expected);
  });
});

it('viewers cannot judge their own content, and moderators cannot judge that of moderators and administrators', () => {
  const id = '1' as never;
  const judge = (role: Role, owner: { id: string; role: Role }) => () => requireMayJudge({ id, role }, owner);
  for (const role of ['moderator', 'administrator'] as const) {
    expect(judge(role, { id, role })).toThrow(errorCode('FORBIDDEN'));
    expect(judge(role, { id: '2', role: 'user' })).not.toThrow();
    expect(judge('moderator', { id: '2', role })).toThrow(errorCode('FORBIDDEN'));
    expect(judge('administrator', { id: '2', role })).not.toThrow();
  }
});

it('visitors and users can report a story, but not its author', () => {
  const id = userId.parse('019a9b3c-0000-7000-8000-000000000001');
  const author = { id, username: 'ana', email: null, role: 'user' } as const;
  expect(canReport(author, { userId: id })).toBe(false);
  expect(canReport(author, { userId: 'other' })).toBe(true);
  expect(canReport(null, { userId: id })).toBe(true);
});

it('moderators see no e-mail address of a reported author', () => {
  const author = { id: '1', username: 'ana', email: 'ana@relato.test', suspended: true };
  expect(toReportedAuthor(author)).toEqual({ id: '1', username: 'ana', suspended: true });
});
