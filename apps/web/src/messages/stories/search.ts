import { counted } from '../format.ts';

export const searchText = {
  people: 'Personas',
  views: { label: 'Qué buscar', stories: 'Historias', people: 'Personas', subjects: 'Temas' },
  searching: 'Buscando...',
  failed: 'No se pudo buscar',
  noName: { title: '¿A quién buscas?', text: 'Escribe cómo empieza su nombre de usuario, sin espacios.' },
  noPeople: { title: 'No encontramos a nadie', text: 'Prueba con el comienzo de su nombre de usuario.' },
  noSubjects: { title: 'No encontramos ese tema', text: 'Prueba con el comienzo de otra palabra.' },
  said: 'En lo que se dijo',
  moments: (count: number) => counted(count, 'momento', 'momentos'),
  /** `Ver 2 momentos más` */
  moreMoments: (count: number) => `Ver ${counted(count, 'momento', 'momentos')} más`,
  empty: {
    community: {
      title: 'No hay historias disponibles',
      text: 'Sé el primero en compartir una historia',
      filteredText: 'Prueba con otras palabras o quita los filtros',
    },
    followed: {
      title: 'Aquí estarán las historias de quienes sigues',
      text: 'Sigue a alguien desde su historia o su perfil.',
      visitorText: 'Inicia sesión para seguir a alguien.',
    },
  },
  clearFilters: 'Quitar filtros',
  showNewest: 'Ver las nuevas',
  found: (count: number, hasMore: boolean) =>
    `${counted(count, 'resultado', 'resultados')}${hasMore ? ' o más' : ''}`,
  playFrom: (time: string) => `Escuchar desde ${time}:`,
} as const;
