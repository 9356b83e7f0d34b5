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

const withPassword = (password: string) => ({ DATABASE_URL: `postgres://relato:${password}@db/relato` });

it.each(['a/b', '12/b', '/b', 'a#b', '7#b', 'a?b', '?b', 'a%b', '50%', '%4g'])(
  'the password %s has to be escaped, which the line says',
  (password) => {
    expect(problemsOf(withPassword(password))).toEqual([
      'DATABASE_URL must be an address starting with postgres:// or postgresql://, with / # ? % in its password written as %2F %23 %3F %25.',
    ]);
    expect(problemsOf(withPassword(encodeURIComponent(password)))).toEqual([]);
  },
);

describe('X_ACCEL_LOCATION', () => {
  it('is the location of a trusted proxy', () => {
    const variables = { X_ACCEL_LOCATION: '/audio-files/', TRUSTED_PROXY: '127.0.0.1' };
    expect(readSettings(variables, '/srv').accelLocation).toBe('/audio-files/');
  });

  it.each(['/audio-files', '/../', 'https://cdn.example/', '/a/b/', '/trpc/'])(
    'stops the start with a line that names the setting: %s',
    (location) => {
      const problems = problemsOf({ X_ACCEL_LOCATION: location, TRUSTED_PROXY: '127.0.0.1' });
      expect(problems).toEqual([expect.stringMatching(/^X_ACCEL_LOCATION must .*\/audio-files\//u)]);
    },
  );

  it('stops the start without a trusted proxy', () => {
    expect(problemsOf({ X_ACCEL_LOCATION: '/audio-files/' })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXY must be set as well/u),
    ]);
  });
});

describe('the settings of the operator', () => {
  it('are optional texts', () => {
    const { operator } = readSettings({ OPERATOR_NAME: ' Voces del Sur ', MINIMUM_AGE: '16' }, '/srv');
    expect(operator).toMatchObject({ name: 'Voces del Sur', taxId: null, reviewedOn: null, minimumAge: 16 });
    for (const variables of [{}, { OPERATOR_NAME: '', MINIMUM_AGE: '' }])
      expect(readSettings(variables, '/srv').operator).toMatchObject({ name: null, minimumAge: 14 });
  });

  it.each([
    ['OPERATOR_EMAIL', 'hola'],
    ['OPERATOR_BACKUP_DAYS', 'un mes'],
    ['LEGAL_REVIEWED_ON', 'ayer'],
    ['MINIMUM_AGE', '12'],
    ['MINIMUM_AGE', '21'],
  ])('are refused if they are invalid: %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be`, 'u')),
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
    const names = ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'ROLE', 'SPEECH_PROVIDER', 'LOG_LEVEL'];
    for (const value of ['', '  ']) {
      const variables = Object.fromEntries(names.map((name) => [name, value]));
      expect(readSettings(variables, '/srv')).toEqual(readSettings({}, '/srv'));
    }
  });

  it('reads the variables that are set', () => {
    const variables = {
      PORT: '8080',
      PUBLIC_URL: 'http://LocalHost:80/',
      DATA_DIR: 'data',
      DRAIN_SECONDS: '3',
    };
    const settings = { port: 8080, publicUrl: 'http://localhost', dataDir: '/srv/data', drainSeconds: 3 };
    expect(readSettings(variables, '/srv')).toMatchObject(settings);
  });

  it.each([
    ['PORT', 'abc'],
    ['METRICS_PORT', '70000'],
    ['METRICS_TOKEN', 'too-short'],
    ['DRAIN_SECONDS', '16'],
    ['DATABASE_TIMEOUT_SECONDS', '61'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'ftp://relato.example'],
    ['PUBLIC_URL', 'http://relato.example/app'],
    ['PUBLIC_URL', 'http://relato.example/?a'],
    ['PUBLIC_URL', 'http://user@relato.example'],
    ['DATABASE_URL', 'mysql://localhost/relato'],
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
    ['a placeholder as a key', { SPEECH_API_KEY: ' changeme ' }, /^SPEECH_API_KEY is a value of examples/u],
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

  it('SEC-56: refuses a subnet that contains every address', () => {
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
      const worker = { ROLE: 'worker', DATABASE_URL: 'postgres://relato:x@db/relato', TRUSTED_PROXY: '' };
      expect(problemsOf({ ...publicServer, ...worker })).toEqual([]);
    },
  );
});

it.each([
  ['DATABASE_READ_URL', 'postgres://relato:x@replica/relato'],
  ['MIGRATE_DATABASE_URL', 'postgres://relato:x@replica/relato'],
  ['ROLE', 'web'],
  ['ROLE', 'worker'],
])('%s=%s requires DATABASE_URL', (name, value) => {
  const variables = { [name]: value };
  expect(problemsOf(variables)).toEqual([expect.stringMatching(/^DATABASE_URL must be set as well/u)]);
  expect(problemsOf({ ...variables, DATABASE_URL: 'postgres://relato:x@db/relato' })).toEqual([]);
});

describe('the transcriber of this machine', () => {
  it('may fetch its model, except in a run of tests or with LOCAL_SPEECH=off', () => {
    expect(readSettings({ CI: '' }, '/srv').speech).toMatchObject({ local: true, fetchesModel: true });
    expect(readSettings({ CI: 'true' }, '/srv').speech).toMatchObject({ local: true, fetchesModel: false });
    const off = { local: false, fetchesModel: false };
    expect(readSettings({ LOCAL_SPEECH: 'off' }, '/srv').speech).toMatchObject(off);
  });

  it('fetches it over https, or from this machine', () => {
    for (const url of ['https://mirror.example/hf/', 'http://[::1]:8080/']) {
      const { modelBaseUrl } = readSettings({ MODEL_BASE_URL: url }, '/srv').speech;
      expect(modelBaseUrl).toBe(url.replace(/\/$/u, ''));
    }
    for (const url of ['http://mirror.example', 'huggingface.co', 'http://127.0.0.1.example.org'])
      expect(problemsOf({ MODEL_BASE_URL: url })).toEqual([
        expect.stringMatching(/^MODEL_BASE_URL must be/u),
      ]);
  });
});
