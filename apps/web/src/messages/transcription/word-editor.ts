export const wordEditorText = {
  correct: 'Corregir',
  playFromHere: 'Desde aquí',
  correction: (word: string) => `Corregir «${word}»`,
  done: 'Listo',
  cancel: 'Cancelar',
  /** Read by screen readers. */
  doubtful: (word: string) => `${word.replace(/\p{P}+$/u, '')}, quizá oímos mal`,
  dotted: 'Con puntos',
  dottedHint: ': quizá oímos mal. Toca la palabra y corrígela.',
  hint: 'Toca una palabra para oírla o corregirla.',
  keys: 'Flechas izquierda y derecha: de palabra en palabra. Arriba y abajo: las que quizá oímos mal. Intro: corregir u oír. Control Z: deshacer.',
} as const;
