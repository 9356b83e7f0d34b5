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
