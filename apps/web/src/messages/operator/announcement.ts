export const announcementText = { label: 'Anuncio', close: 'Cerrar el anuncio' } as const;
