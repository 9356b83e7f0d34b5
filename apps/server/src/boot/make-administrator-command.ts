import { makeAdministrator, type MadeAdministrator } from '@relato/api';
import { email } from '@relato/contract';
import { OperatorError } from '@relato/contract/operator-error';
import { createDatabase } from '@relato/db';
import { readSettings } from './env.ts';
import { reachDatabase } from './reach-database.ts';
import { type Terminal, UsageError } from './run-command.ts';

export const makeAdministratorUsage = `npm run make-administrator -- you@example.org

Makes an account an administrator. Use it for the first one, who then gives roles to others with 'npm run admin -- users role'.
It works only on the machine of the server, on the database itself (DATABASE_URL, or the embedded one in DATA_DIR), whether
or not the server runs, and writes a line into the moderation log. Sign up in the app and confirm the address first.
`;

function toText(address: string, { outcome, username }: MadeAdministrator): string {
  switch (outcome) {
    case 'made':
    case 'already': {
      const verb = outcome === 'made' ? 'is now' : 'already is';
      const next =
        username === null ? 'Choose a username in the app, then sign in' : 'Sign in from any machine';
      const name = username === null ? address : `@${username} (${address})`;
      return `${name} ${verb} an administrator.\n${next}: npm run admin -- sign-in`;
    }
    case 'unknown':
      throw new OperatorError(`No account has the address ${address}. Sign up with it in the app first.`);
    case 'unconfirmed':
      throw new OperatorError(
        `The address ${address} is not confirmed yet. Follow the link in its mail first (without a mail server: in DATA_DIR/outbox).`,
      );
    case 'suspended':
      throw new OperatorError(
        `The account of ${address} is suspended. Another administrator can restore it.`,
      );
  }
}

/** Runs the command and returns its exit code. */
export async function runMakeAdministrator(
  [given, ...rest]: readonly string[],
  { variables, print, signal }: Terminal,
): Promise<number> {
  const address = email.safeParse(given);
  if (!address.success || rest.length > 0) throw new UsageError(makeAdministratorUsage);
  const settings = readSettings(variables, process.cwd());
  const {
    databaseUrl,
    dataDir,
    databaseTimeoutMs: statementTimeoutMs,
    isDatabasePooled: isPooled,
  } = settings;
  const { url, stop } = await reachDatabase(databaseUrl, dataDir);
  try {
    signal.throwIfAborted();
    const database = await createDatabase({ url, poolSize: 1, statementTimeoutMs, isPooled });
    try {
      print(toText(address.data, await makeAdministrator({ database }, address.data)));
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
  return 0;
}
