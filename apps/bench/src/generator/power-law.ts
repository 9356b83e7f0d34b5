import { hash } from './random.ts';

/** The exponent of the distributions of votes, comments and followers. */
const exponent = 1.1;

/**
 * Returns how many of `total` events fall to each rank, the first rank most, by Zipf's law. The tail gets whole numbers
 * whose mean is right: a share of 0.3 is one event for three ranks of ten. No rank has more than `max`.
 */
export function shareOut(total: number, ranks: number, max: number, salt: number): Uint32Array {
  let sum = 0;
  for (let rank = 1; rank <= ranks; rank += 1) sum += rank ** -exponent;
  return Uint32Array.from({ length: ranks }, (_, index) => {
    const share = (total * (index + 1) ** -exponent) / sum;
    const whole = Math.floor(share) + (hash(index, salt) / 2 ** 32 < share % 1 ? 1 : 0);
    return Math.min(whole, max);
  });
}
