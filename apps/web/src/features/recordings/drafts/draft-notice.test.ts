import { describe, expect, it } from 'vitest';
import { formatDraftDate } from './draft-notice.tsx';

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
