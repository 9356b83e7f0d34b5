import type { JobName, RowCount, SpaceTrend } from '@relato/contract/admin/types';
import { adminLimits } from '@relato/contract/admin/limits';
import { counted, formatBytes, formatCount, formatTime } from '../format.ts';
import { formatDay } from './days.ts';

const gigabytes = new Intl.NumberFormat('es-ES', {
  style: 'unit',
  unit: 'gigabyte',
  maximumFractionDigits: 1,
});
const ageFormat = new Intl.RelativeTimeFormat('es-ES');

/** `12,3 GB`, `2,6 MB` */
export const toSize = (bytes: number): string =>
  bytes < 1e9 ? formatBytes(bytes) : gigabytes.format(bytes / 1e9);

/** `la 01:15`, `las 13:15` */
function toClock(at: Date): string {
  const clock = formatTime(at);
  return `${clock.startsWith('01') ? 'la' : 'las'} ${clock}`;
}

/** `hace 3 días` */
function toAge(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'hace menos de un minuto';
  if (minutes < 60) return ageFormat.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ageFormat.format(-hours, 'hour') : ageFormat.format(-Math.floor(hours / 24), 'day');
}

const { minDays, trendDays, horizonDays } = adminLimits.space;

/** Returns the label below a number. */
const toLabel =
  (one: string, many: string) =>
  ({ count }: RowCount): string =>
    count === 1 ? one : many;

const precisions = { exact: '', estimate: '≈ ', more: 'más de ' } as const;

export const operatorText = {
  loading: 'Cargando',
  loadFailed: 'No se pudo cargar el resumen',
  count: ({ count, precision }: RowCount) => `${precisions[precision]}${formatCount(count)}`,
  users: {
    title: 'Personas',
    failed: 'No se pudo contar a las personas.',
    total: toLabel('cuenta', 'cuentas'),
    fresh: toLabel('nueva en los últimos siete días', 'nuevas en los últimos siete días'),
  },
  stories: {
    title: 'Historias',
    failed: 'No se pudieron contar las historias.',
    public: toLabel('pública', 'públicas'),
    others: toLabel('no pública', 'no públicas'),
    waiting: toLabel('grabación por comprobar', 'grabaciones por comprobar'),
    unchecked: toLabel('grabación que no se pudo comprobar', 'grabaciones que no se pudieron comprobar'),
  },
  moderation: {
    title: 'Moderación',
    failed: 'No se pudo leer qué espera una decisión.',
    report: (seconds: number | null) =>
      seconds === null ? 'Ningún reporte espera.' : `El reporte que más espera llegó ${toAge(seconds)}.`,
    appeal: (seconds: number | null) =>
      seconds === null ? 'Ninguna apelación espera.' : `La apelación que más espera llegó ${toAge(seconds)}.`,
  },
  space: {
    title: 'Espacio',
    diskFailed: 'No se pudo medir el disco.',
    databaseFailed: 'No se pudo medir la base de datos.',
    meter: 'Disco ocupado',
    disk: (freeBytes: number, bytes: number) => `Quedan libres ${toSize(freeBytes)} de ${toSize(bytes)}.`,
    database: (bytes: number) => `La base de datos ocupa ${toSize(bytes)}.`,
    trendFailed: 'No se pudo leer cuánto crece.',
    diskTrend: ({ days, bytesPerDay, fullOn }: SpaceTrend) => {
      if (bytesPerDay === null)
        return `Sin tendencia todavía: hay ${counted(days, 'día medido', 'días medidos')}, y hacen falta ${minDays}.`;
      if (bytesPerDay <= 0) return `En los últimos ${trendDays} días no se ha llenado más.`;
      const pace = `Crece unos ${toSize(bytesPerDay)} al día. A este ritmo`;
      return fullOn === null
        ? `${pace} tardará más de ${Math.floor(horizonDays / 365)} años en llenarse.`
        : `${pace} se llenará hacia el ${formatDay(fullOn)}.`;
    },
    databaseTrend: ({ bytesPerDay }: SpaceTrend, bytes: number) => {
      if (bytesPerDay === null) return null;
      return bytesPerDay <= 0
        ? `En los últimos ${trendDays} días no ha crecido.`
        : `Crece unos ${toSize(bytesPerDay)} al día. A este ritmo ocupará ${toSize(bytes + 365 * bytesPerDay)} dentro de un año.`;
    },
  },
  work: {
    title: 'Trabajo en cola',
    failed: 'No se pudo leer la cola.',
    transcriber: (engine: string) =>
      engine === 'none' ? 'Transcripciones (sin transcriptor)' : `Transcripciones (${engine})`,
    mails: 'Correos',
    pushes: 'Avisos a navegadores',
    waiting: (count: number) => (count === 0 ? 'Nada espera.' : `${formatCount(count)} en espera.`),
    oldest: (seconds: number) => `Lo más antiguo espera desde ${toAge(seconds)}.`,
    failures: (count: number | null) =>
      count === null || count === 0
        ? null
        : counted(count, 'no se pudo completar.', 'no se pudieron completar.'),
  },
  backup: {
    title: 'Copia de seguridad',
    failed: 'No se pudo leer cuándo fue la última copia.',
    last: (seconds: number | null) =>
      seconds === null
        ? 'Nunca se ha hecho una copia completa.'
        : `La última copia completa es de ${toAge(seconds)}.`,
    old: 'Conviene hacer una cada noche: npm run backup',
  },
  read: (at: Date) => `Leído a ${toClock(at)}. Se vuelve a leer cada medio minuto.`,
  old: (at: Date) => `No se pudo volver a leer. Esto es de ${toClock(at)}.`,
  failures: {
    title: 'Lo que falló',
    loadFailed: 'No se pudo leer lo que falló',
    transcriptions: { label: 'Transcripciones', none: 'Ninguna transcripción ha fallado.' },
    inspections: { label: 'Comprobaciones', none: 'Ninguna comprobación ha fallado.' },
    others: { label: 'Otras tareas', none: 'Ninguna otra tarea ha fallado.' },
    recording: (id: string) => `Grabación ${id}`,
    attempts: (count: number) => counted(count, 'intento', 'intentos'),
    jobs: {
      'inspect-recording': 'No se pudo comprobar una grabación',
      'transcribe-recording': 'No se pudo transcribir una grabación',
      'measure-loudness': 'No se pudo medir el volumen de una grabación',
      'delete-objects': 'No se pudieron borrar archivos de algo eliminado',
      'send-mail': 'No se pudo enviar un correo',
      'forget-transcript': 'No se pudo borrar una transcripción en su proveedor',
      'make-mp3': 'No se pudo preparar el MP3 de una historia',
      'send-push': 'No se pudo avisar a un navegador',
      'watch-story': 'No se pudieron buscar palabras vigiladas en una historia',
    } satisfies Record<JobName, string>,
    killed: 'El proceso se cortó antes de decir por qué.',
    retry: 'Otra vez',
    retryOf: (what: string, about: string) => `Otra vez: ${what}, ${about}`,
    retried: { title: 'En cola otra vez', text: 'Si vuelve a fallar, aparecerá aquí de nuevo.' },
    notRetried: 'No se puso en cola',
    gone: 'Ya no está entre lo que falló: se descartó, caducó o está en marcha.',
  },
  flags: {
    title: 'Ajustes',
    loadFailed: 'No se pudieron cargar los ajustes',
    saveFailed: 'No se guardó el cambio',
    recordOnly: {
      label: 'Solo grabar',
      hint: 'Relato se abre con la grabadora, y la comunidad no está todavía en el menú.',
    },
    showDownvotes: {
      label: 'Votos negativos',
      hint: 'En cada historia se ve cuántas personas votaron en contra, y se puede votar así.',
    },
    reviewFirstStory: {
      label: 'Revisar la primera historia',
      hint: 'La primera historia de cada cuenta espera a que alguien de moderación la deje salir.',
    },
  },
  announcement: {
    title: 'Anuncio para todas las personas',
    loadFailed: 'No se pudo cargar el anuncio',
    text: 'Texto',
    left: (count: number) =>
      count === 1 ? 'Queda 1 carácter' : `Quedan ${formatCount(Math.max(0, count))} caracteres`,
    until: 'Último día (opcional)',
    incomplete: 'Completa el día, o bórralo para que no tenga fin.',
    set: 'Anunciar',
    end: 'Quitar el anuncio',
    shown: 'Se muestra ahora',
    ended: 'Ya no se muestra',
    lastDay: (until: string | null) =>
      until === null ? 'Sin fin' : `Hasta el ${formatDay(until)}, incluido`,
    done: 'Anunciado',
    removed: 'Anuncio quitado',
    failed: 'No se anunció',
    notRemoved: 'No se quitó el anuncio',
    unclear: {
      title: 'No llegó la respuesta',
      text: 'Puede que se haya hecho. Mira qué se muestra ahora antes de repetirlo.',
    },
  },
} as const;
