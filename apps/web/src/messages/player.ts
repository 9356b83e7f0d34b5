import { formatDuration } from './format.ts';

export const playerText = {
  playTrack: (title: string) => `Reproducir: ${title}`,
  pauseTrack: (title: string) => `Pausar: ${title}`,
  positionIn: (title: string) => `Posición en: ${title}`,
  keys: 'Flechas: 1 segundo. Con Mayúsculas: 0,1. Av Pág y Re Pág: 10.',
  readout: (current: string, total: string) => `${current} / ${total}`,
  /** `1:05 de 3:20` */
  spokenPosition: (positionSeconds: number, durationSeconds: number) =>
    `${formatDuration(positionSeconds * 1000)} de ${formatDuration(durationSeconds * 1000)}`,
  skipBack: (seconds: number) => `Retroceder ${seconds} segundos`,
  skipForward: (seconds: number) => `Adelantar ${seconds} segundos`,
  transcript:
    'Transcripción. Con las flechas izquierda y derecha vas de palabra en palabra; con Intro dejas una señal.',
  speed: (rate: string) => `Velocidad: ${rate}`,
  queue: 'A continuación',
  miniPlayer: 'Reproductor',
  close: 'Cerrar reproductor',
  errors: {
    title: 'Error de reproducción',
    aborted: 'Reproducción cancelada',
    network: 'Error de red al cargar el audio',
    decode: 'Error al decodificar el audio',
    unsupported: 'Formato de audio no soportado',
    unknown: 'Error de reproducción de audio',
    gone: 'Esta historia ya no está disponible. Quizá se borró o ya no es pública.',
    rejected: 'No se pudo reproducir el audio. Verifica tu conexión y permisos de audio.',
  },
} as const;
