import { counted } from '../format.ts';

export const searchText = {
  people: 'Personas',
  said: 'En lo que se dijo',
  moments: (count: number) => counted(count, 'momento', 'momentos'),
  /** `Ver 2 momentos más` */
  moreMoments: (count: number) => `Ver ${counted(count, 'momento', 'momentos')} más`,
  playFrom: (time: string) => `Escuchar desde ${time}:`,
} as const;
