import { createToken, hashToken } from '@relato/auth';
import { userId } from '@relato/contract';
import type { Database } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { beforeAll } from 'vitest';
import type { Viewer } from '../rpc/context.ts';

export const toViewer = (username: string, role: Viewer['role']): Viewer => ({
  id: userId.parse(uuidv7()),
  username,
  email: `${username}@example.org`,
  role,
});

/** Returns the names that `everyone` gives to the viewers, or to the visitor, who can. */
export const whoCan = (
  everyone: Readonly<Record<string, Viewer | null>>,
  can: (viewer: Viewer | null) => boolean,
): string[] =>
  Object.entries(everyone)
    .filter(([, viewer]) => can(viewer))
    .map(([name]) => name);

interface World {
  readonly add: (viewer: Viewer) => Promise<void>;
}

/** Adds a user to a world before its first test. */
export function useUser(world: World, username: string, role: Viewer['role'] = 'user'): Viewer {
  const viewer = toViewer(username, role);
  beforeAll(() => world.add(viewer));
  return viewer;
}

/** Returns the token of a session that has just begun. */
export async function startSession({ prisma }: Database, { id }: Viewer): Promise<string> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { id: hashToken(token), userId: id, expiresAt } });
  return token;
}
