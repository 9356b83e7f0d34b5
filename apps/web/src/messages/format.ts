import { formatCount } from '@relato/contract/text/format';

export { formatCount, formatDuration } from '@relato/contract/text/format';

// The first screens format by hand: creating the first `Intl.DateTimeFormat` blocks a slow phone for 70 ms, and the first
// `Intl.NumberFormat` for 8 ms.
const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const toTwoDigits = (number: number): string => String(number).padStart(2, '0');
const toDecimal = (number: number, decimals: number): string =>
  String(Number(number.toFixed(decimals))).replace('.', ',');

/** `21:40`, in the reader's time zone. */
export const formatTime = (date: Date) => `${toTwoDigits(date.getHours())}:${toTwoDigits(date.getMinutes())}`;

/** `14 de noviembre de 2026, 21:40`, in the reader's time zone. */
export const formatDate = (date: Date) =>
  `${date.getDate()} de ${months[date.getMonth()]} de ${date.getFullYear()}, ${formatTime(date)}`;

/** `2,6 MB`, `14 kB` */
export const formatBytes = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${toDecimal(bytes / 1_000_000, 1)} MB`;

/** `14 %`, for a ratio from 0 to 1. */
export const formatPercent = (ratio: number) => `${Math.round(ratio * 100)}\u{a0}%`;

/** `1,25×` */
export const formatRate = (rate: number) => `${toDecimal(rate, 2)}×`;

/** `1 Comentario`, `1.204 Comentarios` */
export const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
