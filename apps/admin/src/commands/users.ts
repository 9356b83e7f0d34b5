import {
  limits,
  moderateUserInput,
  listUsersInput,
  setRoleInput,
  userId,
  type ModeratedUser,
  type UserId,
} from '@relato/contract';
import { z } from 'zod';
import type { AdminClient } from '../client.ts';
import { listCommand, procedureCommand } from '../command.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { toPrintable } from '../terminal-text.ts';
import { toHandle, type Column } from '../table.ts';

const columns: readonly Column<ModeratedUser>[] = [
  { heading: 'USER', of: ({ id }) => id },
  { heading: 'NAME', of: toHandle },
  { heading: 'ROLE', of: ({ role }) => role },
  { heading: 'JOINED', of: ({ createdAt }) => createdAt },
  { heading: 'STORIES', of: ({ storiesCount }) => storiesCount },
  { heading: 'HIDDEN', of: ({ hiddenStoriesCount }) => hiddenStoriesCount },
  { heading: 'COMMENTS', of: ({ commentsCount }) => commentsCount },
  { heading: 'REPORTS', of: ({ openReportsCount }) => openReportsCount },
];
/** Moderators see no addresses, and then no column for them. */
const emailColumn: Column<ModeratedUser> = { heading: 'E-MAIL', of: ({ email }) => email };
const suspensionColumn: Column<ModeratedUser> = {
  heading: 'SUSPENDED',
  of: ({ suspended }) =>
    suspended && `${suspended.at.toISOString().slice(0, 10)} ${suspended.reason ?? ''}`.trim(),
};

export const listUsers = listCommand({
  summary: 'Lists users, newest first',
  input: listUsersInput,
  about: {
    search: 'part of a name or, for administrators, of an address',
    suspended: 'only suspended users, or only others',
  },
  call: (client, input) => client.users.list.query(input),
  columns: (users) => [
    ...columns,
    ...(users.some(({ email }) => email !== null) ? [emailColumn] : []),
    suspensionColumn,
  ],
  empty: 'No users',
});

const user = z.string().trim().min(1).max(limits.email.maxLength);
const about = { user: 'an id, a username or, for administrators, an e-mail address' };

interface FoundUser {
  readonly id: UserId;
  readonly name: string;
}

/**
 * Looks a user up by id, username or address. A command does this once, so that it acts on the user whom it named in its
 * question. Throws a CommandError if there is no such user.
 */
async function requireUser(client: AdminClient, typed: string): Promise<FoundUser> {
  const id = userId.safeParse(typed.toLowerCase());
  if (id.success) return { id: id.data, name: id.data };
  const wanted = typed.replace(/^@/, '').toLowerCase();
  const search = Array.from(wanted).slice(0, limits.search.maxLength).join('');
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.users.list.query>> = await client.users.list.query({
      search,
      cursor,
      limit: limits.page.maxSize,
    });
    const found = page.items.find(({ username, email }) =>
      [username, email].some((each) => each?.toLowerCase() === wanted),
    );
    if (found) return { id: found.id, name: `${toHandle(found)} (${found.id})` };
    cursor = page.nextCursor;
  } while (cursor !== null);
  throw new CommandError(exitCodes.refused, `There is no user ${toPrintable(typed)}.`);
}

const moderated = moderateUserInput.omit({ userId: true }).extend({ user });

export const suspendUser = procedureCommand({
  summary: 'Suspends a user: ends their sessions and hides their stories',
  input: moderated,
  positionals: ['user'],
  about: { ...about, reason: 'the reason; mailed to the user, who may appeal' },
  asks: true,
  call: async ({ client, confirm }, input) => {
    const { id, name } = await requireUser(client, input.user);
    await confirm(`Suspend ${name}?`);
    return client.users.suspend.mutate({ userId: id, reason: input.reason });
  },
  toLines: () => ['Suspended'],
});

export const restoreUser = procedureCommand({
  summary: 'Ends a suspension',
  input: moderated,
  positionals: ['user'],
  about: { ...about, reason: 'the reason; shown to the user' },
  call: async ({ client }, input) => {
    const { id } = await requireUser(client, input.user);
    return client.users.restore.mutate({ userId: id, reason: input.reason });
  },
  toLines: () => ['Restored'],
});

export const setRole = procedureCommand({
  summary: 'Sets the role of a user',
  input: setRoleInput.omit({ userId: true }).extend({ user }),
  positionals: ['user', 'role'],
  about,
  asks: true,
  call: async ({ client, confirm }, { user: typed, role }) => {
    const { id, name } = await requireUser(client, typed);
    await confirm(`Give ${name} the role ${role}?`);
    return client.users.setRole.mutate({ userId: id, role });
  },
  toLines: (_result, { role }) => [`The role is ${role}`],
});
