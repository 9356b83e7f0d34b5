import { reportStatuses } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { nextStatus, requireNotOwn, toCaseStatus, type ReportAction } from './policy.ts';

const actions: readonly ReportAction[] = ['review', 'resolve', 'dismiss'];

describe('the states of a report', () => {
  it('lead from pending over reviewing to resolved or dismissed, and nowhere else', () => {
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
  ] as const)('%j of one story are together %s', (statuses, expected) => {
    expect(toCaseStatus(statuses)).toBe(expected);
  });
});

it('lets nobody judge what is their own', () => {
  expect(() => requireNotOwn({ id: '1' as never }, '1')).toThrow('FORBIDDEN');
  expect(() => requireNotOwn({ id: '1' as never }, '2')).not.toThrow();
});
