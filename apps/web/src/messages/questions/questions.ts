import { counted, formatDate } from '../format.ts';

/** The texts of asking someone for a story. */
export const questionsText = {
  title: 'Pídele una historia a alguien',
  intro: 'Haz una pregunta y envía su enlace. Quien lo abra podrá responderte con su voz.',
  label: 'Tu pregunta',
  ideasTitle: 'O elige una de estas',
  ideas: [
    'Cuéntame de cuando conociste a mi abuelo',
    '¿Cómo era la casa donde creciste?',
    '¿Qué fue lo más difícil que hiciste por amor?',
    'Cuéntame del día en que nací',
    '¿Qué hacías cuando tenías mi edad?',
  ],
  replaced: 'Cambiaste tu pregunta por una idea',
  undo: 'Deshacer',
  once: 'Para una sola respuesta',
  onceHint: 'Si lo quitas, pueden responder varias personas con el mismo enlace.',
  ask: 'Crear enlace',
  link: {
    title: 'Tu enlace está listo',
    until: (date: Date) => `Sirve hasta el ${formatDate(date)}.`,
    hint: 'Cópialo o envíalo ahora: no lo volvemos a mostrar.',
    label: 'Enlace',
    message: (text: string) => `Te pido una historia: ${text}`,
  },
  mine: 'Lo que pediste',
  loading: 'Cargando tus preguntas...',
  loadFailed: 'No se pudieron cargar tus preguntas',
  none: 'Aún no pediste ninguna historia.',
  states: {
    open: (date: Date) => `Abierta hasta el ${formatDate(date)}`,
    answered: 'Respondida',
    expired: 'Caducada',
    withdrawn: 'Anulada',
  },
  answers: (count: number) => counted(count, 'respuesta', 'respuestas'),
  answersTitle: 'Respuestas',
  answersFailed: 'No se pudieron cargar las respuestas',
  noAnswers: {
    title: 'Aún no hay respuestas',
    text: 'Cuando alguien comparta su historia contigo, la oirás aquí.',
  },
  withdraw: 'Anular enlace',
  withdrawal: {
    title: '¿Anular este enlace?',
    text: 'Nadie más podrá responder con él. Las respuestas que ya tienes se quedan.',
  },
  withdrawn: 'Enlace anulado',
  withdrawFailed: 'No se pudo anular el enlace',
  signedOut: {
    title: 'Pídele una historia a alguien',
    text: 'Inicia sesión para hacer tu pregunta y recibir las respuestas.',
    signIn: 'Iniciar Sesión',
  },
  asked: 'Te piden una historia',
  opening: 'Abriendo la pregunta...',
  openFailed: 'No se pudo abrir la pregunta',
  /** Shown instead of a question whose link has expired. */
  closed: {
    title: 'Este enlace ya no lleva a ninguna pregunta',
    tellAnyway: 'Contar otra historia',
  },
} as const;
