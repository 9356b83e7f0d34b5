import {
  limits,
  listUsersInput,
  moderateUserInput,
  restrictUserInput,
  setRoleInput,
  userId,
  type ModeratedUser,
  type Page,
  type UserId,
} from '@relato/contract';
import { z } from 'zod';
import type { AdminClient } from '../client.ts';
import { list, procedure, type Io } from '../command.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { toHandle } from '../table.ts';
import { toPrintable } from '../terminal-text.ts';
import { untilAdmitted } from '../until-admitted.ts';

/**
 * Looks up a user by id, username or address. A command does this only once, so that it acts on the user from its question.
 * Throws a CommandError without such a user.
 */
async function requireUser(
  io: Io,
  client: AdminClient,
  typed: string,
): Promise<{ readonly id: UserId; readonly name: string }> {
  const id = userId.safeParse(typed.toLowerCase());
  if (id.success) return { id: id.data, name: id.data };
  const wanted = typed.replace(/^@/, '').toLowerCase();
  const search = Array.from(wanted).slice(0, limits.search.maxLength).join('');
  let cursor: string | null = null;
  do {
    const next = { search, cursor, limit: limits.page.maxSize };
    const page: Page<ModeratedUser> = await untilAdmitted(io, () => client.users.list.query(next));
    const found = page.items.find(({ username, email }) =>
      [username, email].some((each) => each?.toLowerCase() === wanted),
    );
    if (found) return { id: found.id, name: `${toHandle(found)} (${found.id})` };
    cursor = page.nextCursor;
  } while (cursor !== null);
  throw new CommandError(exitCodes.refused, `There is no user ${toPrintable(typed)}.`);
}

const user = z.string().trim().min(1).max(limits.email.maxLength);
const about = { user: 'an id, a username or, for administrators, an e-mail address' };
const moderated = moderateUserInput.omit({ userId: true }).extend({ user });
const restricted = restrictUserInput.omit({ userId: true }).extend({ user });

export const users = [
  list('users list', listUsersInput, {
    summary: 'Lists users, newest first',
    about: {
      search: 'part of a name or, for administrators, of an address',
      suspended: 'only suspended users, or only others',
    },
    call: (client, input) => client.users.list.query(input),
    row: (found) => ({
      USER: found.id,
      NAME: toHandle(found),
      ROLE: found.role,
      JOINED: found.createdAt,
      STORIES: found.storiesCount,
      HIDDEN: found.hiddenStoriesCount,
      COMMENTS: found.commentsCount,
      REPORTS: found.openReportsCount,
      // Moderators do not see addresses, and then have no column for them.
      'E-MAIL': found.email ?? undefined,
      SUSPENDED:
        found.suspended &&
        `${found.suspended.at.toISOString().slice(0, 10)} ${found.suspended.reason ?? ''}`.trim(),
    }),
    empty: 'No users',
  }),
  procedure('users suspend <user>', restricted, {
    summary: 'Suspends a user: ends their sessions and hides their stories',
    about: { ...about, reason: 'the reason; mailed to the user, who may appeal' },
    call: async (client, { user: typed, ...grounds }, confirm, { io }) => {
      const { id, name } = await requireUser(io, client, typed);
      await confirm(`Suspend ${name}?`);
      return client.users.suspend.mutate({ userId: id, ...grounds });
    },
    print: 'Suspended',
  }),
  procedure('users restore <user>', moderated, {
    summary: 'Ends a suspension',
    about: { ...about, reason: 'the reason; shown to the user' },
    call: async (client, { user: typed, reason }, _confirm, { io }) => {
      const { id } = await requireUser(io, client, typed);
      return client.users.restore.mutate({ userId: id, reason });
    },
    print: 'Restored',
  }),
  procedure('users clear-profile <user>', restricted, {
    summary: 'Takes the picture of a user and their line away',
    about: { ...about, reason: 'the reason; shown to the user, who may have others' },
    call: async (client, { user: typed, ...grounds }, confirm, { io }) => {
      const { id, name } = await requireUser(io, client, typed);
      await confirm(`Clear the profile of ${name}?`);
      return client.users.clearProfile.mutate({ userId: id, ...grounds });
    },
    print: 'Cleared',
  }),
  procedure('users role <user> <role>', setRoleInput.omit({ userId: true }).extend({ user }), {
    summary: 'Sets the role of a user',
    about,
    call: async (client, { user: typed, role }, confirm, { io }) => {
      const { id, name } = await requireUser(io, client, typed);
      await confirm(`Give ${name} the role ${role}?`);
      return client.users.setRole.mutate({ userId: id, role });
    },
    print: (_result, { role }) => [`The role is ${role}`],
  }),
];
