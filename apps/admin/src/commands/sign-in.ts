import { email, type Session } from '@relato/contract';
import { z } from 'zod';
import { createAdminClient } from '../client.ts';
import { localCommand } from '../command.ts';
import { chooseServer } from '../connect.ts';
import { notSignedInError, toFailure, usageError } from '../errors.ts';
import { forgetSession, writeSession } from '../session-file.ts';
import { toFields, toHandle } from '../table.ts';

const noInput = z.object({});

export const signIn = localCommand({
  summary: 'Signs in and keeps the session; asks for the password, or takes RELATO_PASSWORD',
  input: z.object({ email: email.optional() }),
  about: { email: 'your address; by default a prompt' },
  run: async ({ io, globals }, input) => {
    const url = chooseServer(io, globals);
    const typed = email.safeParse(input.email ?? (await io.ask('E-mail: ', { hidden: false })));
    if (!typed.success) throw usageError('That is not an e-mail address.');
    const password = io.environment.RELATO_PASSWORD ?? (await io.ask('Password: ', { hidden: true }));
    const client = createAdminClient({ url, token: null });
    const { token, ...session } = await client.account.signIn.mutate({ email: typed.data, password });
    await writeSession(io.sessionFile, { url, token });
    // Without the token: output may end up in a log.
    const value: Session = session;
    return { value, toLines: () => [`Signed in as ${toHandle(value.user)} (${value.user.role})`] };
  },
});

export const signOut = localCommand({
  summary: 'Ends the session and deletes it from this machine',
  input: noInput,
  run: async ({ io, connect }) => {
    const client = await connect();
    try {
      await client.account.signOut.mutate();
    } catch (error) {
      // The session may have ended already.
      if (toFailure(error)?.code !== 'UNAUTHENTICATED') throw error;
    }
    if (!io.environment.RELATO_TOKEN) await forgetSession(io.sessionFile);
    return { value: null, toLines: () => ['Signed out'] };
  },
});

export const whoami = localCommand({
  summary: 'Shows the user and the end of the session',
  input: noInput,
  run: async ({ connect }) => {
    const session = await (await connect()).account.session.query();
    if (!session) throw notSignedInError('The session has ended.');
    const { user, expiresAt } = session;
    return {
      value: session,
      toLines: () =>
        toFields([
          ['User', toHandle(user)],
          ['E-mail', user.email],
          ['Role', user.role],
          ['Until', expiresAt],
        ]),
    };
  },
});
