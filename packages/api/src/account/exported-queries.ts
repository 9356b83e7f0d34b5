import { toShownTranscript, toTranscriptionRun } from '@relato/contract';
import type { Prisma } from '@relato/db';

// The exported columns of each kind of row.

export const person = { select: { id: true, profile: { select: { username: true } } } } as const;

export const reportColumns = {
  id: true,
  storyId: true,
  reason: true,
  atMs: true,
  status: true,
  createdAt: true,
  decidedAt: true,
} as const satisfies Prisma.ReportSelect;

export const storyColumns = {
  id: true,
  recordingId: true,
  title: true,
  transcript: true,
  transcriptWords: true,
  durationMs: true,
  tags: true,
  published: true,
  /** The answered question, and whether the story is for its asker alone. */
  question: { select: { text: true, user: person } },
  sharedWithId: true,
  /** The story that this one replies to or follows. */
  originKind: true,
  originId: true,
  isLetIn: true,
  publishedAt: true,
  waitingSince: true,
  hiddenAt: true,
  hiddenReason: true,
  commenters: true,
  clips: true,
  listenersDecide: true,
  replies: true,
  upvotes: true,
  downvotes: true,
  commentsCount: true,
  createdAt: true,
  updatedAt: true,
  recording: { select: { transcript: { select: { status: true, trouble: true } } } },
} as const satisfies Prisma.StorySelect;

/** Returns a story in the form in which the app shows it. */
export function toStory({ recording, ...story }: Prisma.StoryGetPayload<{ select: typeof storyColumns }>) {
  const run = toTranscriptionRun(recording.transcript?.status, recording.transcript?.trouble);
  return { ...story, ...toShownTranscript(story.transcript, run) };
}

export const questionColumns = {
  id: true,
  text: true,
  isOnce: true,
  createdAt: true,
  expiresAt: true,
  withdrawnAt: true,
} as const satisfies Prisma.QuestionSelect;

export const reactionColumns = {
  id: true,
  storyId: true,
  startMs: true,
  endMs: true,
  sign: true,
  createdAt: true,
} as const satisfies Prisma.ReactionSelect;

export const correctionColumns = {
  id: true,
  storyId: true,
  startMs: true,
  endMs: true,
  text: true,
  said: true,
  headword: true,
  regions: true,
  state: true,
  createdAt: true,
  decidedAt: true,
} as const satisfies Prisma.CorrectionSelect;

export const recordingColumns = {
  id: true,
  state: true,
  refusal: true,
  container: true,
  codec: true,
  bytes: true,
  originalSha256: true,
  durationMs: true,
  createdAt: true,
  uploadedAt: true,
  transcript: {
    select: {
      status: true,
      text: true,
      words: true,
      engine: true,
      model: true,
      createdAt: true,
      finishedAt: true,
    },
  },
} as const satisfies Prisma.RecordingSelect;

export const commentColumns = {
  id: true,
  storyId: true,
  content: true,
  authorName: true,
  createdAt: true,
} as const satisfies Prisma.CommentSelect;

export const collectionColumns = {
  id: true,
  name: true,
  isPublic: true,
  createdAt: true,
  stories: { select: { storyId: true, createdAt: true }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.CollectionSelect;

export const newsColumns = {
  id: true,
  kind: true,
  actor: person,
  storyId: true,
  commentId: true,
  votes: true,
  createdAt: true,
  readAt: true,
} as const satisfies Prisma.NewsSelect;

export const listenColumns = {
  storyId: true,
  positionMs: true,
  finishedAt: true,
  listenedAt: true,
} as const satisfies Prisma.ListenSelect;

export const leftOutColumns = {
  id: true,
  storyId: true,
  author: person,
  name: true,
  createdAt: true,
} as const satisfies Prisma.LeftOutSelect;

export const noticeColumns = {
  id: true,
  kind: true,
  storyId: true,
  subject: true,
  reason: true,
  createdAt: true,
  readAt: true,
  liftedAt: true,
  isBack: true,
  appeal: { select: { text: true, status: true, note: true, createdAt: true, decidedAt: true } },
  statement: { select: { rule: true, isReported: true, byMachine: true } },
} as const satisfies Prisma.NoticeSelect;
