import { createAdminClient, type AdminClient } from './client.ts';
import type { GlobalOptions, Io } from './command.ts';
import { notSignedInError, usageError } from './errors.ts';
import { readSession } from './session-file.ts';

const defaultUrl = 'http://localhost:3000';

const isThisMachine = (hostname: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|([a-z0-9-]+\.)*localhost)$/.test(hostname);

/** Throws a CommandError if the address is not that of a server, or would send the session unencrypted. */
function requireServer(address: string, isInsecure = false): string {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.href !== `${url.origin}/`) {
    throw usageError('--url must be the address of a server, such as https://relato.example.');
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname) && !isInsecure) {
    throw usageError(
      `${url.origin} is not encrypted: others on the network could read your session. Use https, or --insecure if you mean it.`,
    );
  }
  return url.origin;
}

/** Returns the server of `--url` or RELATO_URL, or else the one on this machine. */
export const chooseServer = (
  { environment }: Pick<Io, 'environment'>,
  { url, insecure }: Pick<GlobalOptions, 'url' | 'insecure'>,
): string => requireServer(url ?? (environment.RELATO_URL || defaultUrl), insecure);

/**
 * Connects with RELATO_TOKEN, or with the session of the file. A named server must be that of the session. Throws a
 * CommandError without a session.
 */
export async function connect(io: Io, globals: GlobalOptions): Promise<AdminClient> {
  const { RELATO_TOKEN: token, RELATO_URL: named } = io.environment;
  if (token) {
    // An error message would quote an invalid header.
    if (!/^[\x21-\x7E]+$/.test(token)) throw notSignedInError('RELATO_TOKEN is not a session token.');
    return createAdminClient({ url: chooseServer(io, globals), token });
  }
  const session = await readSession(io.sessionFile, io.printError);
  if (!session) throw notSignedInError('Not signed in.');
  const isNamed = globals.url !== undefined || Boolean(named);
  if (isNamed && chooseServer(io, { ...globals, insecure: true }) !== session.url) {
    throw notSignedInError(`You are signed in to ${session.url}, not there.`);
  }
  return createAdminClient(session);
}
