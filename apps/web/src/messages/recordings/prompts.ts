/** A question for a story. Its answers are the stories with its tag. */
export interface Prompt {
  readonly text: string;
  readonly tag: string;
}

export const promptsText = {
  usual: '¿No sabes por dónde empezar?',
  today: 'Pregunta de hoy',
  answers: 'Respuestas',
  another: 'Otra idea',
  tell: 'Cuenta la tuya',
  unanswered: 'Nadie la ha contestado todavía. ¿Empiezas tú?',
} as const;

/** Shown in turn, one each day. */
export const prompts: readonly Prompt[] = [
  { text: '¿Qué te pasó que nadie te cree cuando lo cuentas?', tag: 'nadie me cree' },
  { text: '¿Cuál fue la mayor vergüenza que pasaste en público?', tag: 'qué vergüenza' },
  { text: '¿Qué te contaban tus abuelos antes de dormir?', tag: 'cuentos de mis abuelos' },
  { text: '¿Cuándo te salvó la vida un desconocido?', tag: 'me salvó un desconocido' },
  { text: '¿Qué viaje salió mal y hoy te da risa?', tag: 'un viaje que salió mal' },
  { text: '¿A quién le debes una disculpa desde hace años?', tag: 'una disculpa pendiente' },
  { text: '¿Qué sonido te lleva de vuelta a tu infancia?', tag: 'sonidos de mi infancia' },
  { text: '¿Cómo conociste a la persona que más quieres?', tag: 'así nos conocimos' },
  { text: '¿Qué plato sabe a alguien que ya no está?', tag: 'el plato de siempre' },
  { text: '¿Qué casa de tu vida echas de menos?', tag: 'la casa que extraño' },
  { text: '¿Qué aprendiste del peor trabajo que tuviste?', tag: 'mi peor trabajo' },
  { text: '¿Qué mentira pequeña se te fue de las manos?', tag: 'una mentira pequeña' },
  { text: '¿Cuándo te perdiste de verdad?', tag: 'cuando me perdí' },
  { text: '¿Qué maestra o maestro te cambió la vida sin saberlo?', tag: 'quien me enseñó' },
];
