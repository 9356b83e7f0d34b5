/** Returns the day of creation as `YYYY-MM-DD`, because an id begins with its time (UUIDv7). */
export const dayOf = (id: string): string =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString().slice(0, 10);
