import { limits } from '@relato/contract/limits';

/** The texts of the video of a part of a story. They load with the share sheet. */
export const clipText = {
  make: 'Hacer un vídeo',
  title: 'Vídeo',
  shape: 'Formato',
  shapes: { tall: 'Vertical', square: 'Cuadrado' },
  length: 'Duración',
  lengths: {
    sentence: 'La frase',
    short: `Hasta ${limits.clip.shortMs / 1_000} s`,
    long: `Hasta ${limits.clip.maxMs / 1_000} s`,
  },
  preview: (words: string) => `Así empieza: «${words}»`,
  create: 'Crear vídeo',
  working: 'Creando el vídeo…',
  loading: 'Preparando el sonido…',
  progress: 'Avance del vídeo',
  cancel: 'Cancelar',
  done: (time: string) => `Listo: ${time}. Se hizo en tu dispositivo.`,
  share: 'Compartir vídeo',
  save: 'Guardar vídeo',
  fileName: 'relato.mp4',
  local: 'Se hace en tu dispositivo. No se sube nada.',
  unsupported: 'Este navegador no puede crear vídeos. Comparte la frase como imagen.',
  errors: {
    title: 'No se pudo crear el vídeo',
    text: 'Inténtalo de nuevo, o comparte la frase como imagen.',
  },
} as const;
