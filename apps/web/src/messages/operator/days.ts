const dayFormat = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'UTC' });

/** `14 de noviembre de 2026`, for a day in UTC such as `2026-11-14`. */
export const formatDay = (day: string): string => dayFormat.format(new Date(day));
