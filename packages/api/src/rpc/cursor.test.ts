import { DomainError, limits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { agePosition, decodeCursor, timePosition, toPage, toPageStatement, toPlaceInTime } from './cursor.ts';

const id = '019a9b3c-0000-7000-8000-000000000001';
const rows = [1, 2, 3].map((value) => ({ value, id }));
const toCursor = (limit: number) =>
  toPage(
    rows,
    limit,
    ({ value }) => `item ${value}`,
    (row) => [row.value, row.id],
  );

describe('toPage', () => {
  it('cuts the row beyond the page, and has the cursor of the last shown row', () => {
    const { items, nextCursor } = toCursor(2);
    expect(items).toEqual(['item 1', 'item 2']);
    expect(decodeCursor(agePosition, nextCursor ?? '')).toEqual([2, id]);
  });

  it.each([3, 4])('has no cursor if %d rows were requested and there are no more', (limit) => {
    expect(toCursor(limit)).toEqual({ items: ['item 1', 'item 2', 'item 3'], nextCursor: null });
  });

  it('has no cursor if no row is shown', () => {
    expect(toCursor(0)).toEqual({ items: [], nextCursor: null });
    expect(toPage([], 2, String, () => [])).toEqual({ items: [], nextCursor: null });
  });

  it('has a cursor of characters that need no encoding in an address', () => {
    const page = toPage(['¿a?>', 'b'], 1, String, (row) => [row]);
    expect(page.nextCursor).toMatch(/^[\w-]+$/);
  });
});

describe('decodeCursor', () => {
  it.each([
    ['not base64 of anything', 'ñandú'],
    ['not JSON', Buffer.from('{').toString('base64url')],
    ['of other values', Buffer.from('["x", "y"]').toString('base64url')],
    ['too short', Buffer.from('[1]').toString('base64url')],
    ['encoded twice', Buffer.from(toCursor(1).nextCursor ?? '').toString('base64url')],
  ])('throws CURSOR_INVALID with its cause for a cursor that is %s', (_, cursor) => {
    const decode = () => decodeCursor(agePosition, cursor);
    expect(decode).toThrow(DomainError);
    expect(decode).toThrow(expect.objectContaining({ code: 'CURSOR_INVALID', cause: expect.anything() }));
  });
});

it('toPlaceInTime is the row of the cursor, and null without one', () => {
  expect(toPlaceInTime(toCursor(2).nextCursor)).toEqual({ at: new Date(2), id });
  for (const none of [null, undefined, '']) expect(toPlaceInTime(none)).toBeNull();
});

describe('timePosition', () => {
  it('accepts the milliseconds that Date and timestamptz can hold', () => {
    expect(timePosition.safeParse(0).success).toBe(true);
    expect(timePosition.safeParse(8_640_000_000_000_000).success).toBe(true);
    expect(timePosition.safeParse(-1).success).toBe(false);
    expect(timePosition.safeParse(8_640_000_000_000_001).success).toBe(false);
    expect(timePosition.safeParse(1.5).success).toBe(false);
  });
});

describe('toPageStatement', () => {
  it('reads one row beyond the page', () => {
    expect(toPageStatement('stories', 7)).toEqual({ name: undefined, size: 8 });
    expect(toPageStatement('stories', 7.9).size).toBe(8);
  });

  it('has a name only for pages of the usual size', () => {
    const { defaultSize } = limits.page;
    expect(toPageStatement('stories', defaultSize).name).toBe('stories');
    expect(toPageStatement('stories', defaultSize + 1).name).toBeUndefined();
  });
});
