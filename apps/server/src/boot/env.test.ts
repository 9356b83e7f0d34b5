import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './env.ts';

const problemsOf = (variables: NodeJS.ProcessEnv): string[] => {
  try {
    readSettings(variables, '/srv');
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  return [];
};

/** The minimal environment of a public server. */
const publicServer = {
  PUBLIC_URL: 'https://relato.example',
  TRUSTED_PROXY: '127.0.0.1',
  SMTP_URL: 'smtp://mail',
};

describe('X_ACCEL_LOCATION', () => {
  it('is the location of a proxy that is named', () => {
    const variables = { X_ACCEL_LOCATION: '/audio-files/', TRUSTED_PROXY: '127.0.0.1' };
    expect(readSettings(variables, '/srv').accelLocation).toBe('/audio-files/');
  });

  it.each([
    'audio-files',
    '/audio-files',
    '/',
    '/../',
    '/a b/',
    'https://cdn.example/',
    '/a/b/',
    '/audio/',
    '/embed/',
    '/trpc/',
  ])('stops the start with a line that says what to set: %s', (location) => {
    const problems = problemsOf({ X_ACCEL_LOCATION: location, TRUSTED_PROXY: '127.0.0.1' });
    expect(problems).toEqual([expect.stringMatching(/^X_ACCEL_LOCATION must .*\/audio-files\//u)]);
  });

  it('stops the start without the proxy that has it', () => {
    expect(problemsOf({ X_ACCEL_LOCATION: '/audio-files/' })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXY must be set as well/u),
    ]);
  });
});

describe('readSettings', () => {
  it('has a default for every setting', () => {
    expect(readSettings({}, '/srv')).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: undefined,
      dataDir: '/srv/.data',
      databaseUrl: undefined,
      role: 'all',
      logLevel: undefined,
    });
  });

  it('treats an empty or blank variable as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'ROLE',
      'SPEECH_PROVIDER',
      'SMTP_URL',
      'LOG_LEVEL',
    ];
    for (const value of ['', '  ']) {
      const variables = Object.fromEntries(names.map((name) => [name, value]));
      expect(readSettings(variables, '/srv')).toEqual(readSettings({}, '/srv'));
    }
  });

  it('reads the variables that are set', () => {
    expect(
      readSettings(
        {
          PORT: '8080',
          PUBLIC_URL: 'https://relato.example/',
          SMTP_URL: 'smtp://mail',
          DATA_DIR: 'data',
          ROLE: 'worker',
        },
        '/srv',
      ),
    ).toMatchObject({
      port: 8080,
      publicUrl: 'https://relato.example',
      dataDir: '/srv/data',
      role: 'worker',
    });
  });

  it.each([
    ['PORT', 'abc'],
    ['METRICS_PORT', '70000'],
    ['METRICS_TOKEN', 'too-short'],
    ['DRAIN_SECONDS', '16'],
    ['DATABASE_TIMEOUT_SECONDS', '0'],
    ['DATABASE_TIMEOUT_SECONDS', '61'],
    ['DRAIN_SECONDS', 'soon'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['PUBLIC_URL', 'relato.example'],
    ['PUBLIC_URL', 'ftp://relato.example'],
    ['DATABASE_URL', 'mysql://localhost/relato'],
    ['DATABASE_URL', 'localhost'],
    ['ROLE', 'boss'],
    ['SPEECH_PROVIDER', 'siri'],
    ['ASSEMBLYAI_BASE_URL', 'nowhere'],
    ['SPEECH_BASE_URL', 'file:///etc/passwd'],
    ['SMTP_URL', 'http://mail'],
    ['GOOGLE_BASE_URL', 'http://google.example'],
    ['FACEBOOK_BASE_URL', 'http://127.0.0.1.evil.example'],
    ['LOG_LEVEL', 'loud'],
  ])('says what %s must be instead of %s, in one line', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be [^{}]+\\.$`, 'u')),
    ]);
  });

  it('lists all problems at once, and quotes no secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      ROLE: 'x',
      DATABASE_URL: 'mysql://u:secret@h/d',
      LOG_LEVEL: 'x',
    });
    expect(problems).toHaveLength(4);
    expect(problems.join('\n')).not.toContain('secret');
  });

  it('enables a sign-in provider with both of its settings', () => {
    expect(readSettings({}, '/srv').providers).toEqual({});
    const variables = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    const google = { clientId: 'id', clientSecret: 'secret', baseUrl: undefined };
    expect(readSettings(variables, '/srv').providers).toEqual({ google });
    const standIn = { ...variables, GOOGLE_BASE_URL: 'http://127.0.0.1:4000/' };
    expect(readSettings(standIn, '/srv').providers.google?.baseUrl).toBe('http://127.0.0.1:4000');
  });

  it.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
    ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
    ['FACEBOOK_CLIENT_SECRET', 'FACEBOOK_CLIENT_ID'],
  ])('says in one line that %s needs %s, and does not quote it', (name, other) => {
    expect(problemsOf({ [name]: 'canary', [other]: ' ' })).toEqual([
      expect.stringMatching(new RegExp(`^${other} must be set as well: (?!.*canary)`, 'u')),
    ]);
  });
});

describe('SEC-42: in production', () => {
  const own = 'postgres://relato_server:x7Q-own@db/relato';
  const owner = 'postgres://relato:8Fz-own@db/relato';

  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      'the database of docker-compose.yml',
      { DATABASE_URL: 'postgres://relato:relato@db/relato', MIGRATE_DATABASE_URL: owner },
      /^DATABASE_URL has a password of examples/u,
    ],
    [
      'a well-known password of the database owner',
      { DATABASE_URL: own, MIGRATE_DATABASE_URL: 'postgres://postgres:Postgres@db/relato' },
      /^MIGRATE_DATABASE_URL has a password of examples/u,
    ],
    [
      'a placeholder as a key',
      { ASSEMBLYAI_API_KEY: ' changeme ' },
      /^ASSEMBLYAI_API_KEY is a value of examples/u,
    ],
    ['the word secret as a key', { SPEECH_API_KEY: 'secret' }, /^SPEECH_API_KEY is a value of examples/u],
    [
      'a secret of an example',
      { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'example' },
      /^GOOGLE_CLIENT_SECRET is a value of examples/u,
    ],
    [
      'an example password of the mail server',
      { SMTP_URL: 'smtp://relato:password@mail' },
      /^SMTP_URL has a password of examples/u,
    ],
    [
      'a stand-in provider for tests',
      { GOOGLE_BASE_URL: 'http://127.0.0.1:4000' },
      /^GOOGLE_BASE_URL is for tests/u,
    ],
  ])('does not start with %s, and says in one line what to set', (_case, variables, line) => {
    for (const production of [{ NODE_ENV: 'production' }, publicServer]) {
      expect(problemsOf({ ...production, ...variables })).toEqual([expect.stringMatching(line)]);
    }
    expect(problemsOf(variables)).toEqual([]);
    expect(problemsOf({ ...variables, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  });

  it('starts with real secrets, and with none', () => {
    for (const variables of [{ DATABASE_URL: own, MIGRATE_DATABASE_URL: owner }, {}]) {
      expect(problemsOf({ NODE_ENV: 'production', ...publicServer, ...variables })).toEqual([]);
    }
  });

  it('SEC-56: trusts no proxies that are everybody', () => {
    for (const everybody of ['0.0.0.0/0', '::/0', '127.0.0.1, 10.1.2.3/00'])
      expect(problemsOf({ TRUSTED_PROXY: everybody })).toEqual([
        expect.stringMatching(/^TRUSTED_PROXY must name your proxies, not every address/u),
      ]);
    expect(problemsOf({ TRUSTED_PROXY: '10.0.0.0/8,::1,fd00::/8' })).toEqual([]);
  });

  it.each([
    ['a trusted proxy', 'TRUSTED_PROXY', /^TRUSTED_PROXY must be set .* all visitors count as one/u],
    ['a mail server', 'SMTP_URL', /^SMTP_URL must be set .* links that sign people in are printed/u],
  ])(
    'SEC-56: does not start over https without %s, and says in one line what to set',
    (_case, name, line) => {
      for (const value of [undefined, '', ' ']) {
        expect(problemsOf({ ...publicServer, [name]: value })).toEqual([expect.stringMatching(line)]);
        expect(problemsOf({ ...publicServer, [name]: value, PUBLIC_URL: 'http://localhost:3000' })).toEqual(
          [],
        );
      }
      expect(problemsOf({ ...publicServer, ROLE: 'worker', TRUSTED_PROXY: '' })).toEqual([]);
    },
  );
});

it('DATABASE_READ_URL requires DATABASE_URL', () => {
  const variables = { DATABASE_READ_URL: 'postgres://relato:x@replica/relato' };
  expect(problemsOf(variables)).toEqual([expect.stringMatching(/^DATABASE_URL must be set as well/u)]);
  const settings = readSettings({ ...variables, DATABASE_URL: 'postgres://relato:x@db/relato' }, '/srv');
  expect(settings.databaseReadUrl).toBe(variables.DATABASE_READ_URL);
});

it('MIGRATE_DATABASE_URL requires DATABASE_URL', () => {
  expect(problemsOf({ MIGRATE_DATABASE_URL: 'postgres://relato:x@db/relato' })).toEqual([
    expect.stringMatching(/^DATABASE_URL must be set as well/u),
  ]);
});

describe('the transcriber of this machine', () => {
  it('may fetch its model, unless it is turned off or this is a run of tests', () => {
    expect(readSettings({ CI: '' }, '/srv').speech).toMatchObject({ local: true, fetchesModel: true });
    expect(readSettings({ CI: 'true' }, '/srv').speech).toMatchObject({ local: true, fetchesModel: false });
    const off = { local: false, fetchesModel: false };
    expect(readSettings({ LOCAL_SPEECH: 'off' }, '/srv').speech).toMatchObject(off);
  });

  it.each(['https://mirror.example/hf/', 'http://127.0.0.1:8080', 'http://[::1]:8080/'])(
    'fetches it from %s',
    (url) => {
      const { modelBaseUrl } = readSettings({ MODEL_BASE_URL: url }, '/srv').speech;
      expect(modelBaseUrl).toBe(url.replace(/\/$/u, ''));
    },
  );

  it.each(['http://mirror.example', 'ftp://127.0.0.1', 'huggingface.co', 'http://127.0.0.1.example.org'])(
    'does not fetch it from %s',
    (url) => {
      expect(problemsOf({ MODEL_BASE_URL: url })).toEqual([
        expect.stringMatching(/^MODEL_BASE_URL must be/u),
      ]);
    },
  );

  it('is turned on or off', () => {
    expect(problemsOf({ LOCAL_SPEECH: 'no' })).toEqual(['LOCAL_SPEECH must be on or off.']);
  });
});
