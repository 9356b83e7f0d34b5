export const recorderImportText = {
  failed: 'No se pudo usar el archivo',
  /** Shown if the file was stored as a recording that cannot be opened now. */
  kept: {
    title: 'No se pudo abrir el audio',
    text: 'Está a salvo en este dispositivo. Puedes recuperarlo en la grabadora.',
  },
  /** Shown before a file that another app shared is used. */
  shared: {
    title: '¿Usar este audio?',
    unnamed: 'Audio sin nombre',
    text: 'Llegó de otra aplicación. Si no lo compartiste tú, déjalo: no se ha guardado ni enviado nada.',
    take: 'Usar el audio',
    leave: 'Dejarlo',
  },
  refusals: {
    unreadable:
      'No pudimos leerlo. Comprueba que el archivo esté entero en este dispositivo y elígelo otra vez.',
    'no-room': 'Este dispositivo no tiene sitio para guardarlo. Libera espacio y vuelve a intentarlo.',
    'not-stored': 'Este dispositivo no pudo guardarlo. Inténtalo de nuevo.',
    'not-shared': 'No llegó ningún audio. Elígelo aquí, en la grabadora.',
  },
} as const;
