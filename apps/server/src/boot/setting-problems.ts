type Variables = Readonly<Record<string, string | undefined>>;

/** Passwords and keys of examples, images and tutorials, and common placeholders. */
const wellKnownSecrets = new Set(
  'relato postgres postgresql password secret changeme change-me example test admin root minioadmin 123456 xxx todo'.split(
    ' ',
  ),
);
const secrets = [
  'ASSEMBLYAI_API_KEY',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SPEECH_API_KEY',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
] as const;
const addresses = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'DATABASE_READ_URL', 'SMTP_URL'] as const;
const standIns = ['GOOGLE_BASE_URL', 'FACEBOOK_BASE_URL'] as const;

/** The default of docker-compose.yml. */
const mailCatcher = 'mail:1025';

const isWellKnown = (secret: string): boolean => wellKnownSecrets.has(secret.trim().toLowerCase());

const isHttps = ({ PUBLIC_URL = '' }: Variables): boolean => PUBLIC_URL.trim().startsWith('https:');

export const isProduction = (variables: Variables): boolean =>
  variables.NODE_ENV === 'production' || isHttps(variables);

/** Lists the settings that are unsafe in production, one line each. The list is empty outside of production. */
export function listUnsafeSettings(variables: Variables): string[] {
  if (!isProduction(variables)) return [];
  const problems = secrets
    .filter((name) => isWellKnown(variables[name] ?? ''))
    .map((name) => `${name} is a value of examples: set your own.`);
  for (const name of addresses) {
    const { password = '' } = URL.parse(variables[name] ?? '') ?? {};
    if (isWellKnown(password)) problems.push(`${name} has a password of examples: give its user another.`);
  }
  if (URL.parse(variables.SMTP_URL?.trim() ?? '')?.host === mailCatcher)
    problems.push(
      'SMTP_URL is the mail catcher of docker-compose.yml, which sends nothing: set your mail server.',
    );
  for (const name of standIns) {
    if (variables[name]?.trim()) problems.push(`${name} is for tests: leave it out in production.`);
  }
  if (isHttps(variables) && !variables.TRUSTED_PROXY?.trim() && variables.ROLE?.trim() !== 'worker') {
    problems.push(
      'TRUSTED_PROXY must be set with https in PUBLIC_URL: the address of the proxy that speaks TLS, such as 127.0.0.1; without it all visitors count as one and share its limits.',
    );
  }
  if (isHttps(variables) && !variables.SMTP_URL?.trim()) {
    problems.push(
      'SMTP_URL must be set with https in PUBLIC_URL: your mail server; without it no mail is sent, and the links that sign people in are printed here.',
    );
  }
  return problems;
}

/** Settings that mean nothing without another one. */
const companions = [
  ['MIGRATE_DATABASE_URL', 'DATABASE_URL', "the server's own role in the database of MIGRATE_DATABASE_URL"],
  ['DATABASE_READ_URL', 'DATABASE_URL', 'the primary that the replica of DATABASE_READ_URL follows'],
  [
    'X_ACCEL_LOCATION',
    'TRUSTED_PROXY',
    'the proxy that has the location of X_ACCEL_LOCATION, such as 127.0.0.1',
  ],
] as const;

/** Lists the settings that lack another one, one line each. Most would otherwise fail only at their first use. */
export function listIncompleteSettings(variables: Variables): string[] {
  const isSet = (name: string): boolean => Boolean(variables[name]?.trim());
  const problems = companions
    .filter(([name, other]) => isSet(name) && !isSet(other))
    .map(([, other, what]) => `${other} must be set as well: ${what}.`);
  if (['web', 'worker'].includes(variables.ROLE?.trim() ?? '') && !isSet('DATABASE_URL'))
    problems.push(
      'DATABASE_URL must be set as well: web servers and workers share a database, and the embedded one serves a single process.',
    );
  for (const provider of ['GOOGLE', 'FACEBOOK']) {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    if (isSet(id) !== isSet(secret))
      problems.push(`${isSet(id) ? secret : id} must be set as well: ${id} and ${secret} belong together.`);
  }
  return problems;
}
