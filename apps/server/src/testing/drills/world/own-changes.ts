import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createToken, hashToken } from '@relato/auth';
import { reportReasons } from '@relato/contract';
import { readOutbox } from '@relato/mail';
import type { DrillUser, EditedField } from './acknowledged.ts';
import { measureUntil } from './measure-until.ts';
import type { DrillWorld } from './world.ts';

/** The changes that a user makes to stories, to the account and to reports. Each is acknowledged to the client of the world. */
export interface OwnChanges {
  readonly setPublished: (user: DrillUser, storyId: string, isPublished: boolean) => Promise<void>;
  readonly edit: (user: DrillUser, storyId: string, field: EditedField) => Promise<void>;
  readonly remove: (user: DrillUser, storyId: string) => Promise<void>;
  readonly report: (user: DrillUser, storyId: string) => Promise<void>;
  readonly changePassword: (user: DrillUser) => Promise<void>;
  readonly changeEmail: (user: DrillUser) => Promise<void>;
  /** Signs in on another device, and ends that session from the first one. */
  readonly endSession: (user: DrillUser) => Promise<void>;
}

const mailMs = 120_000;

export function createOwnChanges({ client, database, dataDir }: DrillWorld): OwnChanges {
  const { change, acknowledge } = client;
  const passwords = new Map<string, string>();
  const reports = new Map<string, number>();

  /** Resolves with the token of the mail to an address, which a worker sends after the call. */
  async function receiveToken(email: string): Promise<string> {
    let link: string | undefined;
    const isThere = async (): Promise<boolean> => {
      const mails = await readOutbox(join(dataDir, 'outbox'));
      link = mails.findLast(({ to, link: found }) => to === email && found.includes('token='))?.link;
      return link !== undefined;
    };
    await measureUntil(isThere, mailMs);
    const token = new URLSearchParams(new URL(link ?? 'about:blank').hash.slice(1)).get('token');
    if (token === null) throw new Error(`No mail has come to ${email}`);
    return token;
  }

  return {
    setPublished: async (user, storyId, isPublished) => {
      await change(user, isPublished ? 'stories.publish' : 'stories.unpublish', { id: storyId });
      acknowledge({ kind: 'publication', storyId, isPublished });
    },
    edit: async (user, storyId, field) => {
      const text = `Editado ${randomUUID()}`;
      const value = field === 'tags' ? [`t${randomUUID().slice(0, 8)}`] : text;
      const procedure = field === 'tags' ? 'stories.updateTags' : 'stories.update';
      await change(user, procedure, { id: storyId, [field]: value });
      acknowledge({ kind: 'edit', storyId, field, value });
    },
    remove: async (user, storyId) => {
      const { recordingId } = await database.prisma.story.findUniqueOrThrow({ where: { id: storyId } });
      await change(user, 'stories.delete', { id: storyId }, ['STORY_NOT_FOUND']);
      acknowledge({ kind: 'deletion', storyId, recordingId });
    },
    report: async (user, storyId) => {
      const subject = `${storyId} ${user.id}`;
      const count = reports.get(subject) ?? 0;
      reports.set(subject, count + 1);
      const reason = reportReasons[count % reportReasons.length] ?? 'other';
      await change(user, 'reports.create', { storyId, reason });
      acknowledge({ kind: 'report', storyId, userId: user.id, reason });
    },
    changePassword: async (user) => {
      const password = `clave ${randomUUID()}`;
      const currentPassword = passwords.get(user.id);
      const input = { password, ...(currentPassword !== undefined && { currentPassword }) };
      await change(user, 'account.changePassword', input, ['PASSWORD_REQUIRED', 'PASSWORD_WRONG']);
      passwords.set(user.id, password);
      acknowledge({ kind: 'password', user, password });
    },
    changeEmail: async (user) => {
      const email = `${randomUUID()}@example.org`;
      const currentPassword = passwords.get(user.id);
      const input = { email, ...(currentPassword !== undefined && { currentPassword }) };
      await change(user, 'account.requestEmailChange', input);
      const token = await receiveToken(email);
      await change(user, 'account.confirmEmailChange', { token }, ['LINK_USED']);
      acknowledge({ kind: 'email', userId: user.id, email });
    },
    endSession: async (user) => {
      const token = createToken();
      await database.prisma.session.create({
        data: { id: hashToken(token), userId: user.id, expiresAt: new Date(Date.now() + 86_400_000) },
      });
      const sessions = (await change(user, 'account.sessions', {})) as readonly {
        readonly id: string;
        readonly isCurrent: boolean;
      }[];
      for (const { id, isCurrent } of sessions)
        if (!isCurrent) await change(user, 'account.endSession', { id });
      acknowledge({ kind: 'ended session', user: { ...user, token } });
    },
  };
}
