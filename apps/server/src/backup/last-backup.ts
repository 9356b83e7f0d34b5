import { lastBackupKey } from '@relato/contract';
import { withConnection } from '@relato/db';

/** Stores the time of a complete backup in the database. */
export const rememberBackup = (ownerUrl: string, takenAt: string): Promise<void> =>
  withConnection(ownerUrl, async (client) => {
    await client.query(
      `INSERT INTO settings (key, value, updated_at) VALUES ($1, to_jsonb($2::text), now())
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      [lastBackupKey, takenAt],
    );
  });
