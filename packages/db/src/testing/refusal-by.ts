/** Matches the constraint name in quotes, because Prisma's messages also quote the lines of the test. */
export const refusalBy = (constraint: string): RegExp =>
  new RegExp(String.raw`violates check constraint \\?"${constraint}\\?"`);
