import { choose, hash, pick } from './random.ts';

const openings = [
  'La noche en que',
  'El día que',
  'La tarde en que',
  'Cuando',
  'La última vez que',
  'El verano en que',
  'Nunca conté que',
  'De cómo',
  'Así fue que',
  'La madrugada en que',
  'Todavía recuerdo cuando',
  'Nadie supo que',
  'El año en que',
  'La primera vez que',
  'Justo cuando',
  'Aquel domingo en que',
];
const people = [
  'mi abuela',
  'mi abuelo',
  'mi hermana',
  'mi hermano',
  'mi tía Elvira',
  'mi primo',
  'la vecina',
  'el vecino',
  'mi mamá',
  'mi papá',
  'un desconocido',
  'la maestra',
  'el panadero',
  'mi mejor amiga',
  'el chofer',
  'la señora del quinto',
  'un perro callejero',
  'el cartero',
  'mi suegra',
  'el médico',
  'una niña',
  'el portero',
  'mi exnovio',
  'la comadre',
];
const deeds = [
  'perdió el tren',
  'encontró un anillo',
  'cantó en la plaza',
  'se quedó sin luz',
  'vio un fantasma',
  'escribió una carta',
  'aprendió a bailar',
  'cruzó la frontera',
  'salvó al gato',
  'rompió la guitarra',
  'llegó sin avisar',
  'dijo la verdad',
  'pidió perdón',
  'se ganó la lotería',
  'olvidó mi nombre',
  'cocinó para cien personas',
  'subió al volcán',
  'vendió la casa',
  'apagó el incendio',
  'volvió del mar',
  'soñó con la lluvia',
  'abrió el baúl',
  'corrió bajo la tormenta',
  'salió en la radio',
];
const places = [
  'en Oaxaca',
  'en Bogotá',
  'en Valparaíso',
  'en Sevilla',
  'en Rosario',
  'en Arequipa',
  'en Guayaquil',
  'en Mérida',
  'en Córdoba',
  'en Montevideo',
  'en Asunción',
  'en Medellín',
  'en Cádiz',
  'en La Habana',
  'en Antigua',
  'en el metro',
  'en la frontera',
  'en el pueblo',
  'en la cocina',
  'en el hospital',
  'en la azotea',
  'en el mercado',
  'en la carretera',
  'en el colegio',
  'en la playa',
  'en el cementerio',
  'en una estación',
  'en el autobús',
  'en Ñuble',
  'en Zacatecas',
];
const times = [
  'Eran como las tres de la mañana y',
  'Hacía un frío tremendo, así que',
  'Yo tenía apenas once años cuando',
  'Nadie me lo va a creer, pero',
  'Resulta que',
  'Al día siguiente',
  'Sin decir una palabra',
  'De pronto',
  'Y entonces',
  'Les juro que',
  'Mientras sonaba la radio',
  'Después de la misa',
  'Con el corazón en la mano',
  'Para colmo',
  'Pasaron dos semanas y',
  'Como si no hubiera pasado nada',
];
const endings = [
  'y nos reímos hasta llorar.',
  'y desde entonces no volvió a ser igual.',
  'y yo no supe qué decir.',
  'pero nadie preguntó nada.',
  'y todavía me da escalofríos.',
  'aunque llovía a cántaros.',
  'y apagaron todas las luces.',
  'porque así son las cosas.',
  'y me quedé pensando en ella.',
  'sin mirar atrás.',
  'y el gato ni se movió.',
  'y eso fue todo.',
];
const syllables = [
  'ba',
  'cor',
  'dé',
  'fi',
  'gua',
  'lón',
  'ma',
  'ñe',
  'que',
  'rro',
  'sal',
  'ti',
  'ver',
  'xa',
  'yu',
  'zen',
];

/** Tags from the most to the least used. */
const commonTags = [
  'amor',
  'familia',
  'humor',
  'amistad',
  'viajes',
  'infancia',
  'misterio',
  'trabajo',
  'música',
  'barrio',
  'migración',
  'abuelos',
  'traición',
  'fútbol',
  'escuela',
  'mar',
  'cocina',
  'fantasmas',
  'soledad',
  'animales',
  'pueblo',
  'noche',
  'esperanza',
  'duelo',
  'radio',
  'carretera',
  'navidad',
  'lluvia',
  'tren',
  'secretos',
];

/** Returns an invented word, one of about sixty thousand. */
export const inventWord = (index: number, salt: number): string =>
  [0, 1, 2, 3].map((part) => choose(syllables, index, salt * 7 + part)).join('');

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const inventSentence = (index: number): string =>
  `${choose(times, index, 31)} ${choose(people, index, 32)} ${choose(deeds, index, 33)} ${choose(places, index, 34)} ${choose(endings, index, 35)}`;
const sentences = Array.from({ length: 4_000 }, (_, index) => inventSentence(index));

/** Returns a title, one in three with an invented name in it. */
export function inventTitle(index: number): string {
  const title = `${choose(openings, index, 1)} ${choose(people, index, 2)} ${choose(deeds, index, 3)} ${choose(places, index, 4)}`;
  return index % 3 === 0 ? `${title} con ${capitalize(inventWord(index, 5))}` : title;
}

/** Returns a transcript of six to eighteen sentences, 900 characters on average. */
export function inventTranscript(index: number): string {
  let text = `Me llamo ${capitalize(inventWord(index, 6))}.`;
  const count = 6 + pick(index, 7, 13);
  for (let part = 0; part < count; part += 1) text += ` ${choose(sentences, index, 40 + part)}`;
  return text;
}

export const inventComment = (index: number): string =>
  `${choose(endings, index, 8)} Me recordó a ${choose(people, index, 9)} ${choose(places, index, 10)}.`.replace(
    /^./,
    (letter) => letter.toUpperCase(),
  );

/** Returns one to four tags; few stories have a rare one. */
export function chooseTags(index: number, stories: number): string[] {
  const tags = new Set<string>();
  const count = 1 + pick(index, 11, 3);
  for (let part = 0; part < count; part += 1) {
    // The product of two even distributions prefers the first tags.
    const place = (hash(index, 12 + part) / 2 ** 32) * (hash(index, 22 + part) / 2 ** 32);
    tags.add(commonTags[Math.floor(place * commonTags.length)] ?? 'amor');
  }
  const rareTags = Math.max(1, Math.floor(stories / 200));
  if (index % 25 === 0) tags.add(rareTag(pick(index, 13, rareTags)));
  return [...tags];
}

export const commonTag = commonTags[0] ?? 'amor';
export const rareTag = (index: number): string => `rareza ${index}`;
