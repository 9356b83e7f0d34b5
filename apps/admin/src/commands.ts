import type { StorySummary } from '@relato/contract';
import { createAdminClient, type AdminClient } from './client.ts';
import { forgetSession, readSession, writeSession } from './session-file.ts';

export interface Io {
  readonly print: (line: string) => void;
  readonly ask: (question: string, options: { readonly hidden: boolean }) => Promise<string>;
  readonly sessionFile: string;
}

/** What the person typed wrong; shown without a stack. */
export class UsageError extends Error {}

export interface Options {
  readonly url: string | undefined;
  readonly json: boolean;
  readonly email: string | undefined;
  readonly limit: number;
}

export const usage = `relato-admin: Relato's procedures from a shell

  sign-in [--url http://localhost:3000] [--email you@example.org]
                         asks for the password (or takes RELATO_PASSWORD) and keeps the session
  sign-out               ends the session and forgets it
  whoami                 who the session is
  stories list           the public feed, votes first [--limit 20]

  --json                 one JSON value instead of lines, for scripts
  --url                  the server; by default the one you signed in to
`;

type Command = (io: Io, options: Options) => Promise<void>;

/** A client for the kept session; a server named on the command line must be the one it belongs to. */
async function connect(io: Io, { url }: Options): Promise<AdminClient> {
  const session = await readSession(io.sessionFile);
  if (!session || (url !== undefined && session.url !== url)) {
    throw new UsageError('Not signed in. Run: npm run admin -- sign-in');
  }
  return createAdminClient(session);
}

const signIn: Command = async (io, options) => {
  const url = (options.url ?? 'http://localhost:3000').replace(/\/+$/, '');
  const email = options.email ?? (await io.ask('E-mail: ', { hidden: false }));
  const password = process.env.RELATO_PASSWORD ?? (await io.ask('Password: ', { hidden: true }));
  const { token, user } = await createAdminClient({ url, token: null }).auth.signIn.mutate({
    email,
    password,
  });
  await writeSession(io.sessionFile, { url, token });
  io.print(options.json ? JSON.stringify({ user }) : `Signed in as @${user.username ?? '?'} (${user.role})`);
};

const signOut: Command = async (io, options) => {
  const client = await connect(io, options);
  await client.auth.signOut.mutate();
  await forgetSession(io.sessionFile);
  io.print(options.json ? 'null' : 'Signed out');
};

const whoami: Command = async (io, options) => {
  const session = await (await connect(io, options)).auth.session.query();
  if (!session) throw new UsageError('The session has ended. Run: npm run admin -- sign-in');
  const { user, expiresAt } = session;
  io.print(
    options.json
      ? JSON.stringify(session)
      : `@${user.username ?? '?'} · ${user.role} · until ${expiresAt.toISOString()}`,
  );
};

const listStories: Command = async (io, options) => {
  const page = await (await connect(io, options)).stories.feed.query({ limit: options.limit });
  if (options.json) return io.print(JSON.stringify(page));
  for (const story of page.items) io.print(toLine(story));
  if (page.items.length === 0) io.print('No public stories');
};

const toLine = ({ id, upvotes, createdAt, author, title }: StorySummary): string =>
  [
    id,
    String(upvotes).padStart(4),
    createdAt.toISOString().slice(0, 16),
    `@${author?.username ?? '?'}`,
    title,
  ].join('  ');

export const commands: Readonly<Record<string, Command>> = {
  'sign-in': signIn,
  'sign-out': signOut,
  whoami,
  'stories list': listStories,
};
