/** Returns the Kaiser window at x, which is -1 and 1 at its ends and 0 at its middle, times a constant. */
export const kaiser = (x: number, beta: number): number => besselI0(beta * Math.sqrt(Math.max(0, 1 - x * x)));

/** The modified Bessel function of the first kind and order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  for (let term = 1, k = 1; term > sum * 1e-17; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
