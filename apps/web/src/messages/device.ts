/** The texts of settings of the device, which do not belong to the account. */
export const deviceText = {
  evenLoudness: {
    label: 'Mismo volumen para todas',
    hint: 'Todas las historias se oyen igual de fuerte en este dispositivo.',
  },
  silentReading: {
    label: 'Palabras que se iluminan',
    hint: 'En las listas, las historias se leen sin sonido al ritmo de su voz. Al reproducirlas, el sonido empieza en esa palabra.',
  },
};
