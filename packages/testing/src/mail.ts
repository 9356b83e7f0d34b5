import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A mail for its recipient. `from` and `to` are those of the SMTP envelope. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The link in the text. */
  readonly link: string;
}

/**
 * - `accept`: accepts and records every mail
 * - `later`: rejects every recipient temporarily (451)
 * - `refuse`: rejects every recipient (550)
 * - `unknown`: knows no recipient (550 5.1.1)
 * - `silent`: accepts the connection but never greets
 * - `stall`: receives the whole mail but never confirms it
 */
export type MailServerBehaviour = 'accept' | 'later' | 'refuse' | 'silent' | 'stall' | 'unknown';

export interface FakeMailServer {
  /** The value for SMTP_URL, with optional credentials. */
  readonly url: string;
  readonly port: number;
  /** The received mails in the order of arrival. */
  readonly mails: ReceivedMail[];
  /** Changes the behaviour from the next connection or command on. */
  behave(behaviour: MailServerBehaviour): void;
  /** Resolves with the first mail to this address when it arrives. */
  mailTo(address: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Starts an SMTP server on loopback. With credentials, it rejects every other login, and mails without a login. */
export async function startMailServer(credentials?: {
  readonly user: string;
  readonly password: string;
}): Promise<FakeMailServer> {
  let behaviour: MailServerBehaviour = 'accept';
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => {
      if (behaviour !== 'silent') done();
    },
    onAuth: ({ username, password }, _session, done) => {
      const known = username === credentials?.user && password === credentials?.password;
      if (known) done(null, { user: username });
      else done(new Error('Wrong credentials'));
    },
    onRcptTo: ({ address }, _session, done) => {
      // Real servers quote the recipient too, so a sender must not log this text.
      if (behaviour === 'refuse')
        done(Object.assign(new Error(`<${address}> denied`), { responseCode: 550 }));
      else if (behaviour === 'unknown')
        done(Object.assign(new Error(`5.1.1 <${address}> unknown`), { responseCode: 550 }));
      else if (behaviour === 'later')
        done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      else done();
    },
    onData: (stream, session, done) => {
      const receive = async (): Promise<void> => {
        // A client that disconnects in the middle of a mail has not sent the mail.
        const raw = await buffer(stream).catch(() => null);
        if (raw === null || behaviour === 'stall') return;
        mails.push(await toReceived(raw, session));
        for (const wake of waiting) wake();
        done();
      };
      void receive();
    },
  });
  // A client that gives up resets its connection, which is not a failure of this server.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  const { port } = address;
  const login = credentials
    ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.password)}@`
    : '';

  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    port,
    mails,
    behave: (next) => {
      behaviour = next;
    },
    mailTo: (address) =>
      new Promise((resolve) => {
        const look = (): void => {
          const mail = mails.find(({ to }) => to.includes(address));
          if (!mail) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function toReceived(raw: Buffer, { envelope }: SMTPServerSession): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    link: /^https?:\S+$/m.exec(text)?.[0] ?? '',
  };
}
