import { describe, expect, it } from 'vitest';
import { formatDraftAge, formatDraftDate } from './draft-dates.ts';

const now = new Date(2026, 2, 1, 9, 30);

describe('formatDraftDate', () => {
  it('says today and yesterday by the calendar, not by hours', () => {
    expect(formatDraftDate(new Date(2026, 2, 1, 0, 5), now)).toBe('Hoy, 00:05');
    expect(formatDraftDate(new Date(2026, 1, 28, 22, 10), now)).toBe('Ayer, 22:10');
  });

  it('names the day of older drafts', () => {
    expect(formatDraftDate(new Date(2026, 1, 27, 23, 59), now)).toBe('27 de febrero, 23:59');
  });
});

describe('formatDraftAge', () => {
  it.each([
    [20_000, 'ahora mismo'],
    [12 * 60_000, 'hace 12 min'],
    [23 * 3_600_000, 'hace 23 h'],
    [9 * 86_400_000, 'hace 9 días'],
    // The clock was set back.
    [-60_000, 'ahora mismo'],
  ])('of %i ms', (ageMs, text) => {
    expect(formatDraftAge(new Date(now.getTime() - ageMs), now)).toBe(text);
  });
});
