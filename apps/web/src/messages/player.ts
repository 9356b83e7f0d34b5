import { formatDuration } from './format.ts';

export const playerText = {
  playTrack: (title: string) => `Reproducir: ${title}`,
  pauseTrack: (title: string) => `Pausar: ${title}`,
  positionIn: (title: string) => `Posición en: ${title}`,
  readout: (current: string, total: string) => `${current} / ${total}`,
  /** `minuto 1 y 12 segundos de 3:07` */
  spokenPosition: (positionSeconds: number, durationSeconds: number) => {
    const minutes = Math.floor(positionSeconds / 60);
    const seconds = Math.floor(positionSeconds % 60);
    const spokenSeconds = `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`;
    const total = `de ${formatDuration(durationSeconds * 1000)}`;
    if (minutes === 0) return `${spokenSeconds} ${total}`;
    return seconds === 0 ? `minuto ${minutes} ${total}` : `minuto ${minutes} y ${spokenSeconds} ${total}`;
  },
  speed: (rate: string) => `Velocidad: ${rate}`,
  miniPlayer: 'Reproductor',
  close: 'Cerrar reproductor',
  errors: {
    title: 'Error de reproducción',
    aborted: 'Reproducción cancelada',
    network: 'Error de red al cargar el audio',
    decode: 'Error al decodificar el audio',
    unsupported: 'Formato de audio no soportado',
    unknown: 'Error de reproducción de audio',
    rejected: 'No se pudo reproducir el audio. Verifica tu conexión y permisos de audio.',
  },
} as const;
