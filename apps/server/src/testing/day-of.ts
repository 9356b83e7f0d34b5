/** Returns the day, as `YYYY-MM-DD`, on which something was made: its id begins with the time (UUIDv7). */
export const dayOf = (id: string): string =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString().slice(0, 10);
