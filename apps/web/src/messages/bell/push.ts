import type { DigestRhythm, NewsKind } from '@relato/contract/news/types';

/** The texts of notifications and digests, and of their settings. */
export const pushText = {
  settings: 'Avisos',
  loading: 'Cargando tus avisos...',
  loadFailed: 'No se pudieron cargar tus avisos',
  saveFailed: 'No se pudo guardar el cambio',
  question: {
    title: '¿Te avisamos cuando alguien responda?',
    text: 'Tu historia ya es pública. Si alguien la comenta o la vota, te lo decimos aunque Relato esté cerrado. En Ajustes eliges de qué y a qué horas.',
    yes: 'Sí, avisarme',
    no: 'Ahora no',
  },
  here: {
    title: 'Notificaciones en este navegador',
    hint: 'Aunque Relato esté cerrado. Nunca muestran lo que dice un comentario.',
    on: 'Te avisaremos aquí',
    failed: 'No se pudieron activar las notificaciones',
    failedOff: 'No se pudieron desactivar las notificaciones',
    refused:
      'Este navegador tiene bloqueadas las notificaciones de Relato. Permítelas en sus ajustes del sitio y vuelve aquí.',
    install:
      'En el iPhone y el iPad funcionan cuando Relato está en tu pantalla de inicio: toca Compartir, luego «Añadir a pantalla de inicio», y actívalas desde allí.',
    unsupported: 'Este navegador no tiene notificaciones.',
    noAddress: 'Este servidor no puede enviar notificaciones: le falta una dirección pública con https.',
  },
  kinds: {
    title: 'De qué te notificamos',
    names: {
      comment: 'Comentarios',
      mention: 'Menciones',
      votes: 'Votos',
      follow: 'Nuevos seguidores',
      transcript: 'Textos listos',
      correction: 'Correcciones y explicaciones para tus textos',
      corrected: 'Correcciones y explicaciones aceptadas',
      story: 'Historias de quien pediste que te avisemos',
      answer: 'Respuestas a tus preguntas',
      reply: 'Respuestas con voz a tus historias',
      let_in: 'Historias y respuestas tuyas que ya se oyen',
    } satisfies Record<NewsKind, string>,
  },
  quiet: {
    title: 'Horas de silencio',
    hint: 'En ese tiempo no te notificamos. Los avisos te esperan en la campana.',
    from: 'Desde',
    until: 'Hasta',
    zone: (zone: string) => `Hora de ${zone}`,
  },
  digest: {
    title: 'Resumen por correo',
    hint: (email: string) => `A ${email}, por la mañana, y solo si hay algo que contar.`,
    none: 'Para recibirlo, tu cuenta necesita un correo confirmado.',
    never: 'Nunca',
    rhythms: { daily: 'Cada día', weekly: 'Cada semana' } satisfies Record<DigestRhythm, string>,
  },
  leave: {
    title: 'Dejar el resumen por correo',
    text: 'No volveremos a enviarte el resumen. Puedes elegirlo otra vez en los ajustes de Relato.',
    submit: 'Dejar de recibirlo',
    done: 'Ya no recibirás el resumen',
    doneText: 'Los demás correos, como los de tu contraseña, siguen igual.',
  },
} as const;

/** Shown for a message that the worker cannot read, because browsers end the subscription after messages that show nothing. */
export const unknownPush = { title: 'Relato', body: 'Tienes avisos nuevos' } as const;
