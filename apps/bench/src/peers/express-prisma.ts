// Express with Prisma as most tutorials write it: the product's own models, `findMany` with relations, `res.json`.
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@relato/db';

interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}
interface Response {
  readonly json: (body: unknown) => void;
}
type Next = (error: unknown) => void;
/**
 * The part of Express that is used. Express is not among the dependencies: the benchmark installs it with the peers, where this
 * runs.
 */
type Express = () => {
  readonly get: (path: string, handle: (request: Request, response: Response, next: Next) => void) => void;
  readonly listen: (port: number, host: string, listening: () => void) => void;
};

const [, , connectionString = '', port = ''] = process.argv;
const express: Express = createRequire(`${process.cwd()}/package.json`)('express');
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 10 }) });
const app = express();

const select = {
  id: true,
  title: true,
  transcript: true,
  durationMs: true,
  tags: true,
  createdAt: true,
  published: true,
  upvotes: true,
  downvotes: true,
  commentsCount: true,
  anonymousComments: true,
  recording: { select: { peaks: true } },
  user: { select: { id: true, profile: { select: { username: true } } } },
};

async function listFeed(cursor: string | undefined) {
  const items = await prisma.story.findMany({
    where: { published: true, hiddenAt: null },
    orderBy: [{ score: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    take: 20,
    ...(cursor && { cursor: { id: cursor }, skip: 1 }),
    select,
  });
  return { items, nextCursor: items.at(-1)?.id ?? null };
}

const findStory = (id: string) =>
  prisma.story.findUnique({ where: { id }, select: { ...select, transcriptWords: true } });

const listComments = (storyId: string) =>
  prisma.comment.findMany({
    where: { storyId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: 20,
    include: { user: { select: { id: true, profile: { select: { username: true } } } } },
  });

app.get('/feed', ({ query }, response, next) => {
  listFeed(query.cursor).then((page) => response.json(page), next);
});
app.get('/story/:id', ({ params: { id = '' } }, response, next) => {
  findStory(id).then((story) => response.json(story), next);
});
app.get('/comments/:id', ({ params: { id = '' } }, response, next) => {
  listComments(id).then((items) => response.json({ items }), next);
});

app.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
