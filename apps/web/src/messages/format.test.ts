import { describe, expect, it } from 'vitest';
import { commentsText } from './comments.ts';
import { formatCount, formatDate, formatDuration, formatPercent, formatRate } from './format.ts';
import { operatorText } from './operator/overview.ts';
import { forMeText } from './stories/for-me.ts';
import { queueText } from './stories/queue.ts';
import { formatVotes } from './stories.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [999, '0:00'],
    [42_000, '0:42'],
    [187_400, '3:07'],
    [300_000, '5:00'],
    [3_599_000, '59:59'],
    [3_600_000, '60:00'],
  ])('L62-63: shows %i ms as %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });

  it('shows zero for a value that is not a time yet', () => {
    expect(formatDuration(Number.NaN)).toBe('0:00');
    expect(formatDuration(Number.POSITIVE_INFINITY)).toBe('0:00');
    expect(formatDuration(-5)).toBe('0:00');
  });
});

describe('counts', () => {
  it('L67-68: have one vote in the singular and any other number in the plural', () => {
    expect([0, 1, 2, 1204].map(formatVotes)).toEqual(['0 votos', '1 voto', '2 votos', '1.204 votos']);
  });

  it('L69, L73-74: have one comment in the singular and any other number in the plural', () => {
    expect([0, 1, 24].map(commentsText.count)).toEqual(['0 Comentarios', '1 Comentario', '24 Comentarios']);
  });

  it('group thousands from four digits on', () => {
    expect(formatCount(999)).toBe('999');
    expect(formatCount(1204)).toBe('1.204');
    expect(formatCount(1_234_567)).toBe('1.234.567');
  });
});

describe('formatDate', () => {
  it('L62-63, L412: writes the long Spanish date with hours and minutes', () => {
    expect(formatDate(new Date(2026, 10, 14, 21, 40))).toBe('14 de noviembre de 2026, 21:40');
    expect(formatDate(new Date(2026, 10, 13, 8, 5))).toBe('13 de noviembre de 2026, 08:05');
  });

  it.each(Array.from({ length: 12 }, (_, month) => month))(
    'writes month %i as the platform does',
    (month) => {
      const date = new Date(2027, month, 1 + month);
      const long = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long', year: 'numeric' });
      expect(formatDate(date)).toBe(`${long.format(date)}, 00:00`);
    },
  );
});

describe('formatPercent', () => {
  it('rounds to whole percents and keeps the number and its sign together', () => {
    expect(formatPercent(0.14)).toBe('14\u{a0}%');
    expect(formatPercent(1)).toBe('100\u{a0}%');
  });
});

it('formatRate writes a speed with a decimal comma', () => {
  expect([0.75, 1, 1.25, 4 / 3].map(formatRate)).toEqual(['0,75×', '1×', '1,25×', '1,33×']);
});

it('one o’clock has the singular article', () => {
  expect(['1:15', '13:15', '10:01'].map(queueText.stopsAt)).toEqual([
    'Se parará a la 1:15',
    'Se parará a las 13:15',
    'Se parará a las 10:01',
  ]);
  expect(operatorText.read(new Date(2026, 0, 1, 1, 15))).toContain('Leído a la 01:15.');
  expect(operatorText.old(new Date(2026, 0, 1, 21, 1))).toContain('Esto es de las 21:01.');
});

it('a person who is taken back has the preposition that a subject does not have', () => {
  expect(forMeText.leftOut.takeBackOf('author', '@ana')).toBe('Volver a incluir a @ana');
  expect(forMeText.leftOut.takeBackOf('subject', 'trenes')).toBe('Volver a incluir trenes');
});
