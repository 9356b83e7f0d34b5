/** The texts about audio files that become recordings. */
export const recorderImportText = {
  choose: 'o elige un audio',
  failed: 'No se pudo usar el archivo',
  refusals: {
    video: 'Es un video. Elige un archivo que sea solo audio.',
    'not-stored': 'Este dispositivo no tiene sitio para guardarlo. Libera espacio y vuelve a intentarlo.',
    'not-shared': 'No llegó ningún audio. Elígelo aquí, en la grabadora.',
  },
} as const;
