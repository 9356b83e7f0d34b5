import { email, type Session } from '@relato/contract';
import { z } from 'zod';
import { createAdminClient } from '../client.ts';
import { local, noInput } from '../command.ts';
import { chooseServer } from '../connect.ts';
import { notSignedInError, toCommandError, usageError } from '../errors.ts';
import { forgetSession, prepareFolder, writeSession } from '../session-file.ts';
import { toHandle, toRecord } from '../table.ts';

export const session = [
  local('sign-in', z.object({ email: email.optional() }), {
    summary: 'Signs in and keeps the session; asks for the password, or takes RELATO_PASSWORD',
    about: { email: 'your address; by default a prompt' },
    run: async ({ io, globals }, input) => {
      const url = chooseServer(io, globals);
      // A session that cannot be kept would stay open at the server.
      await prepareFolder(io.sessionFile);
      const typed = email.safeParse(input.email ?? (await io.ask('E-mail: ', { hidden: false })));
      if (!typed.success) throw usageError('That is not an e-mail address.');
      const password = io.environment.RELATO_PASSWORD ?? (await io.ask('Password: ', { hidden: true }));
      const client = createAdminClient({ url, token: null });
      const { token, ...rest } = await client.account.signIn.mutate({ email: typed.data, password });
      await writeSession(io.sessionFile, { url, token });
      // Omits the token, because the output may end up in a log.
      const value: Session = rest;
      return { value, toLines: () => [`Signed in as ${toHandle(value.user)} (${value.user.role})`] };
    },
  }),
  local('sign-out', noInput, {
    summary: 'Ends the session and deletes it from this machine',
    run: async ({ io, connect }) => {
      const client = await connect();
      try {
        await client.account.signOut.mutate();
      } catch (error) {
        // The session may have ended already.
        if (toCommandError(error)?.code !== 'UNAUTHENTICATED') throw error;
      }
      if (!io.environment.RELATO_TOKEN) await forgetSession(io.sessionFile);
      return { value: null, toLines: () => ['Signed out'] };
    },
  }),
  local('whoami', noInput, {
    summary: 'Shows the user and the end of the session',
    run: async ({ connect }) => {
      const value = await (await connect()).account.session.query();
      if (!value) throw notSignedInError('The session has ended.');
      const { user, expiresAt } = value;
      return {
        value,
        toLines: () =>
          toRecord({ User: toHandle(user), 'E-mail': user.email, Role: user.role, Until: expiresAt }),
      };
    },
  }),
];
