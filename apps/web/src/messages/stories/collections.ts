import { sessionText } from '../account/session.ts';
import { formatStories } from './subjects.ts';

/** The texts of the collections. */
export const collectionsText = {
  later: 'Escuchar más tarde',
  title: 'Colección',
  mine: 'Mis colecciones',
  of: (name: string) => `Colecciones de ${name}`,
  loading: 'Cargando colecciones...',
  loadingOne: 'Cargando colección...',
  public: 'Pública',
  private: 'Privada',
  /** `12 historias · Privada` */
  state: (count: number, isPublic: boolean) =>
    `${formatStories(count)} · ${isPublic ? collectionsText.public : collectionsText.private}`,
  none: 'Aún no tienes colecciones. Reúne las historias que quieras volver a oír.',
  menu: {
    keep: 'Escuchar más tarde',
    drop: 'Quitar de «Escuchar más tarde»',
    kept: 'Guardada en «Escuchar más tarde»',
    dropped: 'Quitada de «Escuchar más tarde»',
    collect: 'Añadir a una colección…',
  },
  choose: 'Añadir a una colección',
  added: (name: string) => `Añadida a «${name}»`,
  removed: (name: string) => `Quitada de «${name}»`,
  newName: 'Nueva colección',
  create: 'Crear',
  created: (name: string) => `«${name}» está entre tus colecciones`,
  play: 'Escuchar todo',
  share: 'Compartir',
  shareIt: 'Compartir colección',
  copyFailed: 'No se pudo copiar el enlace',
  copied: 'Enlace copiado',
  order: {
    open: 'Ordenar',
    title: 'Ordenar la colección',
    up: (title: string) => `Subir: ${title}`,
    down: (title: string) => `Bajar: ${title}`,
    remove: (title: string) => `Quitar: ${title}`,
    /** Read out after a move. */
    moved: (title: string, place: number) => `${title}: puesto ${place}`,
  },
  edit: {
    open: 'Editar',
    title: 'Editar la colección',
    name: 'Nombre',
    isPublic: 'Pública',
    isPublicHint: 'Cualquiera con el enlace puede verla, y sale en tu perfil.',
    submit: 'Guardar',
    saved: 'Colección guardada',
    delete: 'Eliminar colección',
    deletion: (name: string) => `¿Eliminar «${name}»? Las historias siguen donde están.`,
    deleted: 'Colección eliminada',
  },
  empty: {
    title: 'Aún no hay historias aquí',
    own: 'Guárdalas desde el menú de cada historia.',
    other: 'Vuelve en otro momento.',
  },
  gone: {
    title: 'Esta colección no existe',
    text: 'Quizá la borraron o es privada.',
    link: 'Escuchar otras historias',
  },
  signedOut: {
    title: 'Tus historias guardadas',
    text: 'Inicia sesión para ver lo que guardaste.',
    signIn: sessionText.signIn,
  },
  errors: {
    load: 'No se pudieron cargar las colecciones',
    loadOne: 'No se pudo cargar la colección',
    stories: 'No se pudieron cargar las historias de la colección',
    action: 'No se pudo guardar el cambio',
  },
} as const;

export const toCollectionName = ({ name }: { readonly name: string | null }): string =>
  name ?? collectionsText.later;
