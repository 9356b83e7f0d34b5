import type { Client } from './clock.ts';

/** Returns the id of the account whose username is this one or looks like it, or null. */
export async function findUsernameHolder(client: Client, username: string): Promise<string | null> {
  const [row] = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM profiles WHERE username = ${username}::citext OR skeleton = username_skeleton(${username})
    ORDER BY username = ${username}::citext DESC LIMIT 1`;
  return row?.id ?? null;
}
