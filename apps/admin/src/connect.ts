import { createAdminClient, type AdminClient } from './client.ts';
import type { GlobalOptions, Io } from './command.ts';
import { notSignedIn, usageError } from './errors.ts';
import { readSession } from './session-file.ts';

const defaultUrl = 'http://localhost:3000';

const isThisMachine = (hostname: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|([a-z0-9-]+\.)*localhost)$/.test(hostname);

/** Throws a CommandError for what is no address of a server, or one that would carry the session in the clear. */
function requireServer(address: string, isInsecure: boolean): string {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.href !== `${url.origin}/`) {
    throw usageError('--url must be the address of a server, such as https://relato.example.');
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname) && !isInsecure) {
    throw usageError(
      `${url.origin} is not encrypted: others on the way could take your session. Use https, or --insecure if you mean it.`,
    );
  }
  return url.origin;
}

/** The server of `--url` or RELATO_URL, or else the one on this machine. */
export const chooseServer = (
  { environment }: Pick<Io, 'environment'>,
  { url, insecure }: Pick<GlobalOptions, 'url' | 'insecure'>,
): string => requireServer(url ?? (environment.RELATO_URL || defaultUrl), insecure);

/**
 * For RELATO_TOKEN, or for the session that is kept; a server that is named must be the one that it belongs to. Throws
 * a CommandError without a session.
 */
export async function connect(io: Io, globals: GlobalOptions): Promise<AdminClient> {
  const { RELATO_TOKEN: token, RELATO_URL: named } = io.environment;
  if (token) {
    // What is no header would come back in an error that quotes it.
    if (!/^[\x21-\x7E]+$/.test(token)) throw notSignedIn('RELATO_TOKEN is not a session.');
    return createAdminClient({ url: chooseServer(io, globals), token });
  }
  const session = await readSession(io.sessionFile, io.complain);
  if (!session) throw notSignedIn('Not signed in.');
  const isNamed = globals.url !== undefined || Boolean(named);
  if (isNamed && chooseServer(io, { ...globals, insecure: true }) !== session.url) {
    throw notSignedIn(`You are signed in to ${session.url}, not there.`);
  }
  return createAdminClient(session);
}
