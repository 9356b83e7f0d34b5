import { buffer } from 'node:stream/consumers';
import { detectFormat } from '@relato/audio';
import { extensionOf } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { StorageError } from '@relato/storage';
import type { Services, Viewer } from '../rpc/context.ts';
import {
  collectionColumns,
  commentColumns,
  correctionColumns,
  leftOutColumns,
  listenColumns,
  newsColumns,
  noticeColumns,
  person,
  questionColumns,
  reactionColumns,
  recordingColumns,
  reportColumns,
  storyColumns,
  toStory,
} from './exported-queries.ts';

/** A file of an export, whose content is read on demand in parts. */
export interface ExportFile {
  readonly name: string;
  readonly read: () => AsyncIterable<string | Uint8Array>;
  /** False for a file that is already compressed. */
  readonly isCompressed: boolean;
}

/** Small, because a story includes its transcript with the time of each word. */
const rowsAtOnce = 50;

/**
 * Yields all stored data of a user, with their recordings as they were uploaded. Of other users it contains only public
 * data: of those whom they follow and block, who follow them, who are in their news, and whose questions they answered, with
 * the questions.
 */
export async function* listExportFiles(services: Services, viewer: Viewer): AsyncGenerator<ExportFile> {
  const { prisma } = services.database;
  yield { name: 'LEEME.txt', read: () => once(readMeText), isCompressed: true };
  yield toJsonFile('perfil.json', () => once(getProfile(services, viewer)));
  for (const [name, load] of Object.entries(createLists(prisma, viewer.id)))
    yield toJsonFile(`${name}.json`, () => rowsOf(load));
  const photo = await prisma.photo.findUnique({ where: { userId: viewer.id }, select: { large: true } });
  if (photo) yield { name: 'foto.webp', read: () => once(photo.large), isCompressed: false };
  const listRecordings: Load<RecordingFile> = async (after) =>
    byId(await prisma.recording.findMany({ ...pageOf({ userId: viewer.id }, after), select: fileColumns }));
  for await (const { originalKey, bytes, ...recording } of rowsOf(listRecordings)) {
    if (originalKey === null || bytes === null) continue;
    yield {
      name: await toAudioName(services, { ...recording, originalKey }),
      read: () => readObject(services, originalKey, bytes),
      isCompressed: false,
    };
  }
}

const readMeText = `Esto es todo lo que Relato guarda de ti.

perfil.json         tu cuenta, tus números, los temas que sigues, las palabras que silencias y cómo te avisamos
foto.webp           tu foto, si tienes
historias.json      tus historias, también las que no has publicado
grabaciones.json    tus grabaciones y lo que entendió la transcripción
audio/              cada grabación como la enviaste; su nombre es el "id" de grabaciones.json
comentarios.json    lo que has comentado
votos.json          lo que has votado
preguntas.json      las historias que has pedido con un enlace
reacciones.json     las señales que has dejado en palabras de historias
correcciones.json   lo que propusiste corregir o explicar en textos de historias
escuchas.json       lo que has escuchado, si dejaste que lo recordemos
no-me-interesa.json lo que dejaste fuera de «Para ti»
seguidos.json       a quién sigues
seguidores.json     quién te sigue
bloqueos.json       a quién bloqueas y silencias
colecciones.json    tus colecciones y lo que guardas para más tarde, cuya colección no tiene nombre
reportes.json       lo que has reportado
novedades.json      lo que ha pasado con lo tuyo en los últimos meses
avisos.json         lo que te ha dicho el equipo de moderación, y tus apelaciones
sesiones.json       dónde has iniciado sesión
navegadores.json    a través de qué servicios recibes notificaciones

Las fechas están en UTC.
`;

/** Loads the rows after a position, each with its own position. Null is the start. */
type Load<Row> = (after: string | null) => Promise<readonly (readonly [position: string, row: Row])[]>;

async function* rowsOf<Row>(load: Load<Row>): AsyncGenerator<Row> {
  let after: string | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<Load<Row>>> = await load(after);
    for (const [, row] of rows) yield row;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.[0] ?? after;
  }
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  rows.map((row) => [row.id, row] as const);

/** The part of a Prisma query that selects the next page of the rows of `owner`. */
const pageOf = <Owner extends object>(owner: Owner, after: string | null) =>
  ({
    where: { ...owner, ...(after !== null && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: rowsAtOnce,
  }) as const;

async function* once<Value>(value: Value | Promise<Value>): AsyncGenerator<Value> {
  yield await value;
}

const toJsonFile = (name: string, rows: () => AsyncIterable<unknown>): ExportFile => ({
  name,
  read: () => toJson(rows()),
  isCompressed: true,
});

/** Writes a JSON array, also for a single value. */
async function* toJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row, null, 2);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Streams an object from the store. Yields nothing if it was deleted in the meantime. */
async function* readObject({ storage }: Services, key: string, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* await storage.open(key, { start: 0, end: Math.max(0, bytes - 1) });
  } catch (error) {
    if (!(error instanceof StorageError) || error.reason !== 'missing') throw error;
  }
}

const fileColumns = {
  id: true,
  originalKey: true,
  bytes: true,
  container: true,
} as const satisfies Prisma.RecordingSelect;
type RecordingFile = Prisma.RecordingGetPayload<{ select: typeof fileColumns }>;

/** The file extensions of the formats that have another name. */
const extensions: Readonly<Record<string, string>> = { matroska: 'webm', mov: 'mp4' };
/** Enough to recognize a format. */
const headBytes = 12;

/** Returns a name with the extension of the original, because the served copy may have another format. */
async function toAudioName(
  services: Services,
  { id, container, originalKey }: Pick<RecordingFile, 'id' | 'container'> & { readonly originalKey: string },
): Promise<string> {
  const head = await buffer(readObject(services, originalKey, headBytes));
  // Almost only MP3s begin with tags. The object may be gone.
  const format = head.subarray(0, 3).toString('latin1') === 'ID3' ? 'mp3' : detectFormat(head);
  return `audio/${id}.${format ? (extensions[format] ?? format) : extensionOf(container ?? '')}`;
}

const getProfile = ({ database }: Services, { id }: Viewer) =>
  database.prisma.user.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      role: true,
      createdAt: true,
      acceptedTermsAt: true,
      voicesAgreedAt: true,
      mutedWords: true,
      keepsListens: true,
      profile: {
        select: {
          username: true,
          fullName: true,
          about: true,
          podcast: true,
          podcastGuid: true,
          postsCount: true,
          letInAt: true,
          followersCount: true,
          followingCount: true,
        },
      },
      formerUsernames: { select: { username: true, givenUpAt: true, heldUntil: true } },
      followedTags: { select: { name: true, createdAt: true } },
      identities: { select: { provider: true, email: true, createdAt: true } },
      newsSettings: { omit: { userId: true } },
    },
  });

/** Returns the loaders of an export by the name of their file. */
function createLists(
  prisma: Services['database']['prisma'],
  userId: string,
): Readonly<Record<string, Load<unknown>>> {
  const own = (after: string | null) => pageOf({ userId }, after);
  return {
    historias: async (after) =>
      byId((await prisma.story.findMany({ ...own(after), select: storyColumns })).map(toStory)),
    grabaciones: async (after) =>
      byId(await prisma.recording.findMany({ ...own(after), select: recordingColumns })),
    comentarios: async (after) =>
      byId(await prisma.comment.findMany({ ...own(after), select: commentColumns })),
    votos: async (after) => {
      const where = { userId, ...(after !== null && { storyId: { gt: after } }) };
      const select = { storyId: true, direction: true, createdAt: true } as const;
      const votes = await prisma.vote.findMany({
        where,
        orderBy: { storyId: 'asc' },
        take: rowsAtOnce,
        select,
      });
      return votes.map((vote) => [vote.storyId, vote] as const);
    },
    preguntas: async (after) =>
      byId(await prisma.question.findMany({ ...own(after), select: questionColumns })),
    reacciones: async (after) =>
      byId(await prisma.reaction.findMany({ ...own(after), select: reactionColumns })),
    correcciones: async (after) =>
      byId(await prisma.correction.findMany({ ...own(after), select: correctionColumns })),
    escuchas: async (after) => {
      const listens = await prisma.listen.findMany({
        where: { userId, ...(after !== null && { storyId: { gt: after } }) },
        orderBy: { storyId: 'asc' },
        take: rowsAtOnce,
        select: listenColumns,
      });
      return listens.map((listen) => [listen.storyId, listen] as const);
    },
    'no-me-interesa': async (after) =>
      byId(await prisma.leftOut.findMany({ ...own(after), select: leftOutColumns })),
    seguidos: async (after) => {
      const select = { id: true, createdAt: true, toldSince: true, following: person } as const;
      return byId(await prisma.follow.findMany({ ...pageOf({ followerId: userId }, after), select }));
    },
    seguidores: async (after) => {
      const select = { id: true, createdAt: true, follower: person } as const;
      return byId(await prisma.follow.findMany({ ...pageOf({ followingId: userId }, after), select }));
    },
    bloqueos: async (after) => {
      const blocks = await prisma.block.findMany({
        where: { blockerId: userId, ...(after !== null && { blockedId: { gt: after } }) },
        orderBy: { blockedId: 'asc' },
        take: rowsAtOnce,
        select: { blockedId: true, kind: true, endsAt: true, createdAt: true, blocked: person },
      });
      return blocks.map(({ blockedId, ...block }) => [blockedId, block] as const);
    },
    colecciones: async (after) =>
      byId(await prisma.collection.findMany({ ...own(after), select: collectionColumns })),
    reportes: async (after) =>
      byId(
        await prisma.report.findMany({ ...pageOf({ reporterUserId: userId }, after), select: reportColumns }),
      ),
    novedades: async (after) => byId(await prisma.news.findMany({ ...own(after), select: newsColumns })),
    avisos: async (after) => byId(await prisma.notice.findMany({ ...own(after), select: noticeColumns })),
    sesiones: async (after) => {
      const select = { id: true, userAgent: true, createdAt: true, expiresAt: true } as const;
      const sessions = await prisma.session.findMany({ ...own(after), select });
      // The id is the hash of a token, which stays private.
      return sessions.map(({ id, ...session }) => [id, session] as const);
    },
    navegadores: async (after) => {
      const select = { id: true, endpoint: true, createdAt: true } as const;
      const browsers = await prisma.pushSubscription.findMany({ ...own(after), select });
      // The endpoint stays private, because its address suffices to send to the browser.
      return browsers.map(
        ({ id, endpoint, createdAt }) => [id, { service: new URL(endpoint).host, createdAt }] as const,
      );
    },
  };
}
