/** While recording goes on. */
export const recordingText = {
  heading: 'Grabando tu historia...',
  stop: 'Detener',
  stopping: 'Guardando lo último que dijiste…',
  recorded: 'Tiempo grabado',
  remaining: 'Tiempo restante',
  completed: (percent: string) => `${percent} completado`,
  safe: 'A salvo en este teléfono',
  unsafe: 'No se está guardando en este teléfono. Sigue grabando, pero no cierres esta página.',
  muted: 'Otra aplicación tiene el micrófono. Lo que digas ahora no se oirá.',
  leaving: {
    title: '¿Dejar de grabar?',
    text: 'Lo que llevas grabado queda a salvo y podrás recuperarlo.',
    unsafeText: 'Esta grabación aún no está guardada en ningún sitio: si sales, se pierde.',
    stay: 'Seguir aquí',
    leave: 'Salir',
  },
} as const;
