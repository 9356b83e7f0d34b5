/** The texts of the disguise of a voice. They load with its sheet. */
export const disguiseText = {
  title: 'Disfraza tu voz',
  text: 'No te hace anónimo: quien te conoce puede reconocerte por lo que cuentas y cómo. Y hay programas con los que alguien podría acercarse a tu voz real.',
  again:
    'Esta grabación ya está disfrazada. Solo puede ir más lejos: otro disfraz podría acercarla a tu voz de antes.',
  choice: 'Disfraz',
  characters: { deep: 'Grave', high: 'Aguda', strange: 'Extraña' },
  choose: 'Elige un disfraz y escúchalo. Mientras tanto no se envía nada.',
  working: 'Disfrazando…',
  progress: 'Avance del disfraz',
  made: 'Toca el disfraz otra vez para otra mezcla al azar.',
  track: { title: 'Tu voz disfrazada', artist: 'Relato' },
  lasting:
    'Al usarla, Relato borra tu voz de este dispositivo y del servidor para siempre, pero no los archivos que importaste o descargaste.',
  use: 'Usar esta voz',
  keep: 'Seguir con mi voz',
  keepDisguise: 'Dejarla como está',
  failures: {
    silent: 'En esta grabación no se oye ninguna voz.',
    unreadable: 'Este navegador no puede leer el sonido de la grabación.',
    failed: 'No se pudo disfrazar. Comprueba tu conexión e inténtalo de nuevo.',
    'not-stored': 'Este navegador no pudo guardar el disfraz. Inténtalo de nuevo.',
    'no-room':
      'No hay espacio en este dispositivo para guardar el disfraz. Libera algo e inténtalo de nuevo.',
    'maybe-saved':
      'Ya pediste guardar esta grabación, y puede estar en tu perfil con tu voz. Guárdala o bórrala primero.',
  },
  unchanged: 'Tu grabación sigue como estaba.',
  used: {
    deleted: {
      title: 'Voz disfrazada',
      text: 'Tu voz se borró de Relato en este dispositivo y del servidor.',
    },
    soon: {
      title: 'Voz disfrazada',
      text: 'Tu voz se borró de Relato en este dispositivo. Del servidor se borrará en breve.',
    },
    later: {
      title: 'Voz disfrazada',
      text: 'Tu voz se borró de Relato en este dispositivo. Del servidor se borrará en cuanto se pueda.',
    },
    refused: {
      title: 'Voz disfrazada',
      text: 'Pero ya hay una historia con tu voz, guardada desde otro dispositivo: bórrala en tu perfil.',
    },
    failed: {
      title: 'Voz disfrazada',
      text: 'Pero tu voz sigue en el servidor. Cuando aparezca entre tus grabaciones sin guardar, bórrala ahí.',
    },
  },
} as const;
