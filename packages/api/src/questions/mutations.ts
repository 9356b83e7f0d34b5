import { createToken, hashToken } from '@relato/auth';
import { dayMs, DomainError, limits, type CreateQuestionInput, type QuestionLink } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { notBlockedWith } from '../blocks/queries.ts';
import { requireActive, requireActiveAlone } from '../locks.ts';
import { questionLink } from '../mail/links.ts';
import type { Services, Viewer } from '../rpc/context.ts';

const { linkDays, maxAnswers, maxOpen } = limits.question;

/**
 * Creates a question, and returns its link. Repeating the call returns a new link, which invalidates the previous one.
 * Throws QUESTIONS_TOO_MANY, CONFLICT for the id of another question, ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const createQuestion = (
  services: Services,
  viewer: Viewer,
  { id, text, isOnce }: CreateQuestionInput,
): Promise<QuestionLink> =>
  services.database.prisma.$transaction(async (tx) => {
    // Serializes concurrent calls of the viewer, so that they respect the limit.
    await requireActiveAlone(tx, viewer.id);
    const now = await readTime(tx);
    const token = createToken();
    const tokenKey = hashToken(token);
    const url = questionLink(services, token);
    const known = await tx.question.findUnique({ where: { id } });
    if (known) {
      if (known.userId !== viewer.id || known.text !== text || known.withdrawnAt !== null)
        throw new DomainError('CONFLICT');
      await tx.question.update({ where: { id }, data: { tokenKey } });
      return { url, expiresAt: known.expiresAt };
    }
    const isOpen = { userId: viewer.id, withdrawnAt: null, expiresAt: { gt: now } };
    if ((await tx.question.count({ where: isOpen })) >= maxOpen) throw new DomainError('QUESTIONS_TOO_MANY');
    const expiresAt = new Date(now.getTime() + linkDays * dayMs);
    await tx.question.create({ data: { id, userId: viewer.id, text, tokenKey, isOnce, expiresAt } });
    return { url, expiresAt };
  });

/** Withdraws the link of a question; its answers stay. Repeating it changes nothing. Throws QUESTION_NOT_FOUND. */
export const withdrawQuestion = ({ database }: Services, viewer: Viewer, id: string): Promise<void> =>
  database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    const own = { id, userId: viewer.id };
    if ((await tx.question.count({ where: own })) === 0) throw new DomainError('QUESTION_NOT_FOUND');
    await tx.question.updateMany({
      where: { ...own, withdrawnAt: null },
      data: { withdrawnAt: await readTime(tx) },
    });
  });

interface OpenQuestion {
  readonly id: string;
  /** The asker. */
  readonly userId: string;
}

/**
 * Returns another user's question that the viewer may answer by a link, or null. Serializes concurrent answers, so that they
 * respect its limit.
 */
export async function lockOpenQuestion(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  token: string,
): Promise<OpenQuestion | null> {
  const tokenKey = hashToken(token);
  await tx.$queryRaw`SELECT 1 FROM questions WHERE token_key = ${tokenKey} FOR NO KEY UPDATE`;
  const question = await tx.question.findUnique({
    where: {
      tokenKey,
      userId: { not: viewer.id },
      withdrawnAt: null,
      expiresAt: { gt: await readTime(tx) },
      user: { suspendedAt: null, ...notBlockedWith(viewer) },
    },
    select: { id: true, userId: true, isOnce: true, _count: { select: { answers: true } } },
  });
  if (!question || question._count.answers >= (question.isOnce ? 1 : maxAnswers)) return null;
  return { id: question.id, userId: question.userId };
}
