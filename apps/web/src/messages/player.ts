export const playerText = {
  play: 'Reproducir',
  pause: 'Pausar',
  position: 'Posición',
  readout: (current: string, total: string) => `${current} / ${total}`,
  errors: {
    title: 'Error de reproducción',
    aborted: 'Reproducción cancelada',
    network: 'Error de red al cargar el audio',
    decode: 'Error al decodificar el audio',
    unsupported: 'Formato de audio no soportado',
    other: 'Error de reproducción de audio',
    playRejected: 'No se pudo reproducir el audio. Verifica tu conexión y permisos de audio.',
  },
} as const;
