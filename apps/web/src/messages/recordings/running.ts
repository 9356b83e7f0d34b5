export const recorderRunningText = {
  /** The name of the file to download, without its extension. */
  fileName: 'mi-historia',
  heading: 'Grabando tu historia...',
  pause: 'Pausar',
  resume: 'Seguir grabando',
  stop: 'Detener',
  paused: {
    heading: 'En pausa',
    text: 'Toma aire. Sigues justo donde lo dejaste.',
    listen: 'Escucha lo que llevas',
    track: { title: 'Lo que llevas grabado', artist: 'Relato' },
  },
  closing: (seconds: number) =>
    seconds === 1
      ? 'Te queda 1 segundo. Ve cerrando con calma.'
      : `Te quedan ${seconds} segundos. Ve cerrando con calma.`,
  closingMark: (seconds: number) => `${seconds} s`,
  stopping: 'Guardando lo último que dijiste…',
  recorded: 'Tiempo grabado',
  remaining: 'Tiempo restante',
  completed: (percent: string) => `${percent} completado`,
  safe: 'A salvo en este dispositivo',
  unsafe: 'No se está guardando en este dispositivo. Sigue grabando, pero no cierres esta página.',
  muted: 'En pausa: otra aplicación tiene el micrófono. Seguimos en cuanto lo suelte.',
  unmuted: { title: 'Seguimos grabando', text: 'El micrófono ya está libre.' },
  leaving: {
    title: '¿Dejar de grabar?',
    text: 'Lo que llevas grabado queda a salvo y podrás recuperarlo.',
    unsafeText: 'Esta grabación aún no está guardada en ningún sitio: si sales, se pierde.',
    stay: 'Seguir aquí',
    leave: 'Salir',
  },
} as const;
