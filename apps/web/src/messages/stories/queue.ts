import { playerText } from '../player.ts';

export const queueText = {
  title: playerText.queue,
  playsNext: 'Seguir con la siguiente',
  playsNextHint: 'Al terminar una historia empieza la que viene.',
  sleep: 'Parar la reproducción',
  never: 'No parar',
  afterStory: 'Al terminar esta historia',
  inMinutes: (minutes: number) => `En ${minutes} minutos`,
  stopsAt: (time: string) => `Se parará a la${time.startsWith('1:') ? '' : 's'} ${time}`,
  raise: (title: string) => `Escuchar antes: ${title}`,
  remove: (title: string) => `Quitar: ${title}`,
  clear: 'Vaciar',
  empty: 'No hay ninguna historia detrás de esta. Las que siguen en una lista aparecen aquí.',
  ask: {
    title: '¿Seguimos con la siguiente?',
    text: 'Cuando termine una historia empezará otra. Puedes cambiarlo en «A continuación».',
    yes: 'Sí, seguir',
    no: 'No',
  },
} as const;
