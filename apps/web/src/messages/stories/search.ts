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
  playFrom: (time: string) => `Escuchar desde ${time}:`,
} as const;
