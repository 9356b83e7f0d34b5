/** The texts of the idle recorder; its other screens load their own. */
export const recorderIdleText = {
  heading: '¡Comparte tu historia!',
  ready: 'Listo para grabar',
  record: 'Grabar',
  tapToRecord: 'Toca para grabar',
  upTo: 'Hasta 5 minutos',
  replyUpTo: 'Hasta 60 segundos',
  orChooseFile: 'o elige un audio',
  allowMicrophone: 'Permite el micrófono',
  errorTitle: 'Error',
  /** Shown when the user of a recording has left. */
  left: {
    stored: {
      title: 'La grabación queda a salvo',
      text: 'Está en este dispositivo, solo para la cuenta que la grabó.',
    },
    unstored: {
      title: 'La grabación no está guardada',
      // In another tab, because a provider's sign-in would end this page.
      text: 'No cierres esta página: entra en otra pestaña con la cuenta que la grabó. Después, vuelve aquí y abre la grabadora.',
    },
  },
  recognitionNotAllowed: 'Por favor, permite el acceso al micrófono para la transcripción automática.',
  refusals: {
    denied: {
      text: 'Error al acceder al micrófono. Por favor, permite el acceso y intenta de nuevo.',
      hint: 'Busca el permiso del micrófono junto a la dirección de esta página.',
    },
    insecure: {
      text: 'Tu navegador solo deja usar el micrófono en páginas seguras.',
      hint: 'Abre Relato con una dirección que empiece por https.',
    },
    unsupported: {
      text: 'Este navegador no puede grabar sonido.',
      hint: 'Actualízalo o prueba con otro: Chrome, Firefox o Safari.',
    },
    'no-microphone': {
      text: 'Error al acceder al micrófono. No encontramos ninguno en este dispositivo.',
      hint: 'Conecta un micrófono y toca otra vez.',
    },
    'in-use': {
      text: 'Error al acceder al micrófono. Otra aplicación lo está usando.',
      hint: 'Termina la llamada o cierra la aplicación que lo usa, y toca otra vez.',
    },
    interrupted: {
      text: 'Error al acceder al micrófono. El dispositivo no llegó a abrirlo.',
      hint: 'Toca otra vez. Si sigue igual, cierra el navegador y ábrelo de nuevo.',
    },
    silent: {
      text: 'No llegó ningún sonido del micrófono.',
      hint: 'Comprueba que no esté silenciado y graba de nuevo.',
    },
    unavailable: { text: 'No pudimos preparar la grabadora.', hint: 'Revisa tu conexión y toca otra vez.' },
  },
} as const;
