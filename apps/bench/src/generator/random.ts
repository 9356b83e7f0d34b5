/** Returns a whole number from 0 to 2³² - 1 that depends only on its arguments: the data is the same in every run. */
export function hash(index: number, salt: number): number {
  let value = Math.imul(index ^ (salt * 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  value ^= value >>> 16;
  value = Math.imul(value + salt, 0x27d4eb2f);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Returns a number from 0 to `below` - 1. */
export const pick = (index: number, salt: number, below: number): number => hash(index, salt) % below;

/** Returns one of the values. */
export function choose<Value>(values: readonly Value[], index: number, salt: number): Value {
  const value = values[pick(index, salt, values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from');
  return value;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** Returns a step whose multiples visit every index below `count` once, in a scattered order. */
export function scatterStep(count: number): number {
  let step = Math.max(1, Math.floor(count * 0.618));
  while (greatestCommonDivisor(count, step) !== 1) step += 1;
  return step;
}
