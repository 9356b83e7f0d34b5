import type { ChosenReason } from '@relato/contract/reports/reasons';

export const reportsText = {
  title: 'Reportar historia',
  reasons: {
    inappropriate: 'Contenido inapropiado',
    spam: 'Spam',
    harassment: 'Acoso o bullying',
    offensive: 'Contenido ofensivo',
    misinformation: 'Desinformación',
    other: 'Otro',
  } satisfies Record<ChosenReason, string>,
  reasonRequired: 'Por favor selecciona una razón para reportar',
  from: (time: string) => `Pasa desde ${time}`,
  cancel: 'Cancelar',
  submit: 'Reportar',
  sent: { title: 'Reporte enviado', text: 'Gracias por reportar. Revisaremos esta historia.' },
  errors: { send: 'No se pudo enviar el reporte. Inténtalo de nuevo.' },
} as const;
