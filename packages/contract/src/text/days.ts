export const dayMs = 86_400_000;

/** Returns the day in UTC, as `2026-11-14`. */
export const toUtcDay = (time: Date): string => time.toISOString().slice(0, 10);
