export { formatDuration } from '@relato/contract/text/format';

// Two formats joined by hand: the text between a long date and its time differs between engines.
const dayFormat = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit' });
// Spanish groups from five digits on by default; the design shows 1.204.
const numberFormat = new Intl.NumberFormat('es-ES', { useGrouping: 'always' });
const percentFormat = new Intl.NumberFormat('es-ES', { style: 'percent', maximumFractionDigits: 0 });
const rateFormat = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 2 });

/** `21:40`, in the reader's time zone. */
export const formatTime = (date: Date) => timeFormat.format(date);

/** `14 de noviembre de 2026, 21:40`, in the reader's time zone. */
export const formatDate = (date: Date) => `${dayFormat.format(date)}, ${formatTime(date)}`;

const sizeFormat = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 });

/** `2,6 MB`, `14 kB` */
export const formatBytes = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${sizeFormat.format(bytes / 1_000_000)} MB`;

/** `1.204` */
export const formatCount = (count: number) => numberFormat.format(count);

/** `14 %`, for a ratio from 0 to 1. */
export const formatPercent = (ratio: number) => percentFormat.format(ratio);

/** `1,25×` */
export const formatRate = (rate: number) => `${rateFormat.format(rate)}×`;

/** `1 Comentario`, `1.204 Comentarios` */
export const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
