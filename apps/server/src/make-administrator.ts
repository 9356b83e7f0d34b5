import { join } from 'node:path';
import { makeAdministrator, type MadeAdministrator } from '@relato/api';
import { email } from '@relato/contract';
import {
  createDatabase,
  DatabaseUnreachableError,
  EmbeddedPostgresError,
  findEmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@relato/db';
import { readSettings, SettingsError, type Settings } from './env.ts';

const usage = `npm run make-administrator -- you@example.org

Makes an account an administrator. Use it for the first one, who then gives roles to others with 'npm run admin -- users role'.
It works only on the machine of the server, on the database itself (DATABASE_URL, or the embedded one in DATA_DIR), whether
or not the server runs, and writes a line into the moderation log. Sign up in the app and confirm the address first.
`;

interface Answer {
  readonly code: 0 | 1;
  readonly text: string;
}

/** The command line is wrong or there is no database. `message` says so. */
class MakeAdministratorError extends Error {}

interface DatabaseAccess {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Uses a running database beside its server, or starts the embedded one for this command. */
async function reachDatabase({ databaseUrl, dataDir }: Settings): Promise<DatabaseAccess> {
  const running = { stop: async () => {} };
  if (databaseUrl) return { url: databaseUrl, ...running };
  const folder = join(dataDir, 'postgres');
  if (!(await hasEmbeddedPostgres(folder))) {
    throw new MakeAdministratorError(
      `There is no database in ${dataDir} yet. Start Relato (npm start) and sign up first, or set DATA_DIR to where it keeps its data.`,
    );
  }
  const url = await findEmbeddedPostgres(folder);
  return url === null ? startEmbeddedPostgres({ dataDir: folder }) : { url, ...running };
}

function toAnswer(address: string, { outcome, username }: MadeAdministrator): Answer {
  switch (outcome) {
    case 'made':
    case 'already': {
      const verb = outcome === 'made' ? 'is now' : 'already is';
      const next =
        username === null ? 'Choose a username in the app, then sign in' : 'Sign in from any machine';
      const name = username === null ? address : `@${username} (${address})`;
      return { code: 0, text: `${name} ${verb} an administrator.\n${next}: npm run admin -- sign-in` };
    }
    case 'unknown':
      return { code: 1, text: `No account has the address ${address}. Sign up with it in the app first.` };
    case 'unconfirmed':
      return {
        code: 1,
        text: `The address ${address} is not confirmed yet. Follow the link in its mail first (without a mail server: in DATA_DIR/outbox).`,
      };
    case 'suspended':
      return {
        code: 1,
        text: `The account of ${address} is suspended. Another administrator can restore it.`,
      };
  }
}

async function main([given, ...rest]: readonly string[]): Promise<Answer> {
  if (given === '--help' || given === '-h') return { code: 0, text: usage };
  const address = email.safeParse(given);
  if (!address.success || rest.length > 0) throw new MakeAdministratorError(usage);
  const { url, stop } = await reachDatabase(readSettings(process.env, process.cwd()));
  try {
    const database = await createDatabase({ url, poolSize: 1 });
    try {
      return toAnswer(address.data, await makeAdministrator({ database }, address.data));
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
}

const expected = [MakeAdministratorError, SettingsError, DatabaseUnreachableError, EmbeddedPostgresError];
try {
  const { code, text } = await main(process.argv.slice(2));
  process[code === 0 ? 'stdout' : 'stderr'].write(`${text.trimEnd()}\n`);
  process.exitCode = code;
} catch (error) {
  const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind);
  process.stderr.write(
    `${isExpected ? error.message.trimEnd() : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
}
