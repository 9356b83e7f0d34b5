import { userId } from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import { beforeAll } from 'vitest';
import type { Viewer } from '../rpc/context.ts';

export const toViewer = (username: string, role: Viewer['role']): Viewer => ({
  id: userId.parse(uuidv7()),
  username,
  email: `${username}@example.org`,
  role,
});

interface World {
  readonly add: (viewer: Viewer) => Promise<void>;
}

/** Adds a user to a world before its first test. */
export function useUser(world: World, username: string, role: Viewer['role'] = 'user'): Viewer {
  const viewer = toViewer(username, role);
  beforeAll(() => world.add(viewer));
  return viewer;
}
