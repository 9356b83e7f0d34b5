import { join } from 'node:path';
import { OperatorError } from '@relato/contract/operator-error';
import { findEmbeddedPostgres, hasEmbeddedPostgres, startEmbeddedPostgres } from '@relato/db';

export interface DatabaseAccess {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Opens the database at `url`, or else the embedded database in `dataDir`: that of a running server, or one that it starts.
 * Throws OperatorError without one.
 */
export async function reachDatabase(url: string | undefined, dataDir: string): Promise<DatabaseAccess> {
  const running = { stop: async () => {} };
  if (url) return { url, ...running };
  const folder = join(dataDir, 'postgres');
  if (!(await hasEmbeddedPostgres(folder))) {
    throw new OperatorError(
      `There is no database in ${dataDir} yet. Start Relato (npm start) and sign up first, or set DATA_DIR to where it keeps its data.`,
    );
  }
  const found = await findEmbeddedPostgres(folder);
  return found === null ? startEmbeddedPostgres({ dataDir: folder }) : { url: found, ...running };
}
