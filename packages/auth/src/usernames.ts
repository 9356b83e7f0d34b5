import type { Client } from './clock.ts';

/** Whose a username is, or one that looks like it; null for nobody's. */
export async function findUsernameHolder(client: Client, username: string): Promise<string | null> {
  const [row] = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM profiles WHERE username = ${username}::citext OR skeleton = username_skeleton(${username})
    ORDER BY username = ${username}::citext DESC LIMIT 1`;
  return row?.id ?? null;
}
