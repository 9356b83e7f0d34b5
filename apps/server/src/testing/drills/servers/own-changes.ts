import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createToken, hashToken } from '@relato/auth';
import { reportReasons } from '@relato/contract';
import { readOutbox } from '@relato/mail';
import type { DrillUser } from '../world/acknowledged.ts';
import { RefusedError } from '../world/client.ts';
import { measureUntil } from '../world/measure-until.ts';
import type { DrillWorld } from '../world/world.ts';

const mailMs = 120_000;

/** Changes of stories, the account and reports by a user. The client of the world acknowledges each. */
export function createOwnChanges({ client, database: { prisma }, dataDir }: DrillWorld) {
  const { change, acknowledge } = client;
  const passwords = new Map<string, string>();
  const reports = new Map<string, number>();
  const toCurrent = ({ id }: DrillUser) => (passwords.has(id) ? { currentPassword: passwords.get(id) } : {});

  /** Resolves with the token of the mail to an address. A worker sends the mail after the call. */
  async function receiveToken(email: string): Promise<string> {
    let link = 'about:blank';
    const isThere = async (): Promise<boolean> => {
      const mails = await readOutbox(join(dataDir, 'outbox'));
      link = mails.findLast(({ to, link: found }) => to === email && found.includes('token='))?.link ?? link;
      return link !== 'about:blank';
    };
    await measureUntil(isThere, mailMs);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    if (token === null) throw new Error(`No mail has come to ${email}`);
    return token;
  }

  return {
    edit: async (user: DrillUser, id: string, field: 'title' | 'transcript' | 'tags'): Promise<void> => {
      const value = field === 'tags' ? [`t${randomUUID().slice(0, 8)}`] : `Editado ${randomUUID()}`;
      await change(user, field === 'tags' ? 'stories.updateTags' : 'stories.update', { id, [field]: value });
      acknowledge({
        kind: 'edit',
        subject: `${field} ${id}`,
        about: [id],
        count: async ({ database }) => {
          const story = await database.prisma.story.findUnique({ where: { id } });
          return Number(isDeepStrictEqual(story?.[field], value));
        },
      });
    },
    remove: async (user: DrillUser, id: string): Promise<void> => {
      const { recordingId } = await prisma.story.findUniqueOrThrow({ where: { id } });
      await change(user, 'stories.delete', { id }, ['STORY_NOT_FOUND']);
      acknowledge({
        kind: 'deletion',
        about: [id, recordingId],
        count: async ({ database }) => {
          const stories = await database.prisma.story.count({ where: { id } });
          return Number(
            stories + (await database.prisma.recording.count({ where: { id: recordingId } })) === 0,
          );
        },
      });
    },
    report: async (user: DrillUser, storyId: string): Promise<void> => {
      const subject = `report ${storyId} ${user.id}`;
      const count = reports.get(subject) ?? 0;
      reports.set(subject, count + 1);
      const reason = reportReasons[count % reportReasons.length] ?? 'other';
      await change(user, 'reports.create', { storyId, reason });
      acknowledge({
        kind: 'report',
        subject,
        about: [storyId],
        count: async ({ database }) => {
          const where = { storyId, reporterUserId: user.id };
          const rows = await database.prisma.report.findMany({ where });
          return rows.length === 1 && rows[0]?.reason !== reason ? 0 : rows.length;
        },
      });
    },
    changePassword: async (user: DrillUser): Promise<void> => {
      const password = `clave ${randomUUID()}`;
      const input = { password, ...toCurrent(user) };
      await change(user, 'account.changePassword', input, ['PASSWORD_REQUIRED', 'PASSWORD_WRONG']);
      passwords.set(user.id, password);
      acknowledge({
        kind: 'password',
        subject: `password ${user.id}`,
        about: [],
        count: async ({ database, change: ask }) => {
          const { email } = await database.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
          return ask(user, 'account.signIn', { email, password }).then(
            () => 1,
            (error: unknown) => {
              if (error instanceof RefusedError && error.code === 'INVALID_CREDENTIALS') return 0;
              throw error;
            },
          );
        },
      });
    },
    changeEmail: async (user: DrillUser): Promise<void> => {
      const email = `${randomUUID()}@example.org`;
      await change(user, 'account.requestEmailChange', { email, ...toCurrent(user) });
      const token = await receiveToken(email);
      await change(user, 'account.confirmEmailChange', { token }, ['LINK_USED']);
      acknowledge({
        kind: 'email',
        subject: `email ${user.id}`,
        about: [],
        count: ({ database }) => database.prisma.user.count({ where: { id: user.id, email } }),
      });
    },
    /** Signs in on another device, and ends that session from the first device. */
    endSession: async (user: DrillUser): Promise<void> => {
      const token = createToken();
      const id = hashToken(token);
      const expiresAt = new Date(Date.now() + 86_400_000);
      await prisma.session.create({ data: { id, userId: user.id, expiresAt } });
      const sessions = (await change(user, 'account.sessions', {})) as readonly {
        readonly id: string;
        readonly isCurrent: boolean;
      }[];
      for (const each of sessions)
        if (!each.isCurrent) await change(user, 'account.endSession', { id: each.id });
      acknowledge({
        kind: 'ended session',
        about: [],
        // A server may remember that it has refused a token.
        count: async ({ database, change: ask }) => {
          if ((await database.prisma.session.count({ where: { id } })) > 0) return 0;
          return Number((await ask({ ...user, token }, 'account.session', {})) === null);
        },
      });
    },
  };
}
