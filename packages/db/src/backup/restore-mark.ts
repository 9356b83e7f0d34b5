import type { Client } from 'pg';
import { connectAlone } from '../migrations.ts';

/** An empty schema whose comment marks a running restore. The end of the restore removes it, also after a failure. */
const schema = 'relato_restore';

export async function setRestoreMark(client: Client, source: string): Promise<void> {
  const text = `of ${source} that began at ${new Date().toISOString()}`;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema};
    COMMENT ON SCHEMA ${schema} IS ${client.escapeLiteral(text)}`);
}

export const removeRestoreMark = async (client: Client): Promise<void> =>
  void (await client.query(`DROP SCHEMA IF EXISTS ${schema}`));

/** Returns the name of a restore that was cut off, for example by a power cut, and removes the mark. Returns null without one. */
export async function takeRestoreMark(ownerUrl: string): Promise<string | null> {
  const client = await connectAlone(ownerUrl);
  try {
    const { rows } = await client.query<{ text: string | null }>(
      "SELECT obj_description(oid, 'pg_namespace') AS text FROM pg_namespace WHERE nspname = $1",
      [schema],
    );
    if (rows.length === 0) return null;
    await removeRestoreMark(client);
    return rows[0]?.text ?? '';
  } finally {
    await client.end();
  }
}
