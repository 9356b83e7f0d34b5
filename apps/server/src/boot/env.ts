import { resolve } from 'node:path';
import type { ProvidersSettings } from '@relato/auth';
import type { Operator } from '@relato/contract';
import { OperatorError } from '@relato/contract/operator-error';
import type { S3Settings } from '@relato/storage';
import { z } from 'zod';
import { createClientNetworkReader } from '../middleware/client-network.ts';
import { operatorVariables, toOperator } from '../routes/legal/operator-settings.ts';
import { listIncompleteStorage, toS3Settings } from '../storage/storage-settings.ts';
import { isProduction, listIncompleteSettings, listUnsafeSettings } from './setting-problems.ts';

/** The environment is invalid. `message` has a line for each wrong setting. */
export class SettingsError extends OperatorError {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

const optionalText = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
/** A character of a password that ends the host leaves the @ behind it in what follows. */
function isAddress(value: string): boolean {
  if (!URL.canParse(value) || /%(?![\da-f]{2})/iu.test(value)) return false;
  const { pathname, search, hash } = new URL(value);
  return !`${pathname}${search}${hash}`.includes('@');
}
const url = (protocols: readonly string[], also = '') =>
  optionalText.refine(
    (value) => value === undefined || (isAddress(value) && protocols.includes(new URL(value).protocol)),
    `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${also}`,
  );
/** A password that was generated may contain what ends it in an address. */
const withPassword = ', with / # ? % in its password written as %2F %23 %3F %25';
const toList = (value: string): string[] => value.split(',').map((each) => each.trim());
function areProxies(list: readonly string[]): boolean {
  try {
    createClientNetworkReader(list);
    return true;
  } catch {
    return false;
  }
}
/** Trusting every address as a proxy would believe any address that a client claims. */
const isEverybody = (entry: string): boolean => /\/0+$/.test(entry);
const webUrl = url(['http:', 'https:']);
const databaseUrl = url(['postgres:', 'postgresql:'], withPassword);
/** The app asks for `/trpc` and `/assets`, so it cannot live below a path, and links are made by adding to this address. */
const isOrigin = (address: string): boolean => {
  const { origin, href } = URL.parse(address) ?? {};
  return href?.replace(/\/+$/, '') === origin;
};
/** TLS is the only reason to trust the answers of a provider. Only a loopback stand-in may do without. */
const providerUrl = optionalText.refine((value) => {
  const address = value === undefined ? null : URL.parse(value);
  const isLoopback =
    address?.protocol === 'http:' && /^(127(\.\d+){3}|localhost|\[::1\])$/.test(address.hostname);
  return value === undefined || address?.protocol === 'https:' || isLoopback;
}, 'must be an address starting with https://, or one of this machine');

const ownLocations = new Set(
  'assets audio auth embed export feed legal preview sitemap transcript trpc u upload'
    .split(' ')
    .map((name) => `/${name}/`),
);

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number');

const environment = z.object({
  PORT: port.default(3000),
  HOST: optionalText,
  PUBLIC_URL: webUrl.refine(
    (value) => value === undefined || !URL.canParse(value) || isOrigin(value),
    'must be an address without a path, such as https://relato.example',
  ),
  DATA_DIR: optionalText,
  DATABASE_URL: databaseUrl,
  MIGRATE_DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  DATABASE_POOLER: z.enum(['none', 'transaction'], 'must be none or transaction').default('none'),
  DATABASE_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(1, 'must be from 1 to 60')
    .max(60, 'must be from 1 to 60')
    .default(5),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  SPEECH_PROVIDER: z
    .enum(['assemblyai', 'openai', 'local', 'none'], 'must be assemblyai, openai, local or none')
    .optional(),
  LOCAL_SPEECH: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MODEL_BASE_URL: providerUrl,
  ASSEMBLYAI_API_KEY: optionalText,
  ASSEMBLYAI_BASE_URL: webUrl,
  SPEECH_BASE_URL: webUrl,
  SPEECH_API_KEY: optionalText,
  SPEECH_MODEL: optionalText,
  STORAGE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
  S3_ENDPOINT: webUrl,
  S3_REGION: optionalText,
  S3_BUCKET: optionalText.refine(
    (value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], withPassword),
  MAIL_FROM: optionalText,
  PODCAST_EMAIL: optionalText.refine(
    (value) => value === undefined || z.email().safeParse(value).success,
    'must be an e-mail address, such as podcast@example.org',
  ),
  ...operatorVariables,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_BASE_URL: providerUrl,
  FACEBOOK_CLIENT_ID: optionalText,
  FACEBOOK_CLIENT_SECRET: optionalText,
  FACEBOOK_BASE_URL: providerUrl,
  METRICS_TOKEN: optionalText.refine(
    (value) => value === undefined || /^[\w.~+/=-]{16,}$/.test(value),
    'must be at least 16 letters, digits and -._~+/=',
  ),
  METRICS_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be from 0 to 15')
    .max(15, 'must be from 0 to 15')
    .default(0),
  TRUSTED_PROXY: optionalText
    .refine(
      (value) => value === undefined || areProxies(toList(value)),
      'must be addresses or subnets of your proxies, with commas between, such as 127.0.0.1,10.0.0.0/8',
    )
    .refine(
      (value) => value === undefined || !toList(value).some(isEverybody),
      'must name your proxies, not every address: each client would choose the address that its limits count by',
    ),
  X_ACCEL_LOCATION: optionalText
    .refine(
      (value) => value === undefined || /^\/[\w-]+\/$/.test(value),
      'must be one name between slashes, such as /audio-files/',
    )
    .refine(
      (value) => value === undefined || !ownLocations.has(value),
      'must not be an address of the app: choose another name, such as /audio-files/',
    ),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .optional(),
});

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The default is http://localhost with the port. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** The default is the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** The same database as its owner, for migrations. The default is `databaseUrl`. */
  readonly migrateDatabaseUrl: string | undefined;
  /** True if a pooler such as PgBouncer answers at `databaseUrl` and gives each transaction another connection. */
  readonly isDatabasePooled: boolean;
  /** How long a statement of a request may take; searches and reads get a part of it. */
  readonly databaseTimeoutMs: number;
  /** A standby of the same database, for reads that may lag. Without one, the primary answers all reads. */
  readonly databaseReadUrl: string | undefined;
  readonly role: 'all' | 'web' | 'worker';
  /** In production, the role of `databaseUrl` must not be able to change the schema. */
  readonly isProduction: boolean;
  readonly speech: {
    readonly provider: 'assemblyai' | 'openai' | 'local' | 'none' | undefined;
    /** If false, this machine transcribes only if `provider` says so. */
    readonly local: boolean;
    /** False if the server must not fetch a missing model by itself. */
    readonly fetchesModel: boolean;
    /** The address that models are fetched from. */
    readonly modelBaseUrl: string;
    readonly assemblyaiApiKey: string | undefined;
    readonly assemblyaiBaseUrl: string | undefined;
    readonly baseUrl: string | undefined;
    readonly apiKey: string | undefined;
    readonly model: string | undefined;
  };
  readonly storage: 'disk' | 's3';
  /** Undefined without a named store. */
  readonly s3: S3Settings | undefined;
  readonly metrics: {
    /** Without a token, only programs of this machine may read the metrics. */
    readonly token: string | undefined;
    /** A further port that answers health and metrics. A worker has no other. */
    readonly port: number | undefined;
  };
  /** For how long a stopping server still answers, while balancers notice that it is not ready. */
  readonly drainSeconds: number;
  /** Addresses and subnets of the proxies whose X-Forwarded-For the server believes. */
  readonly trustedProxies: readonly string[];
  /** The location of the proxy that sends the files of recordings. Without one, the server sends them. */
  readonly accelLocation: string | undefined;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined };
  /** The address of the operator in every podcast, for directories. Without one, podcasts have none. */
  readonly podcastEmail: string | undefined;
  /** For the legal pages. */
  readonly operator: Operator;
  /** The providers that are configured. */
  readonly providers: ProvidersSettings;
  /** The default is `warn` on a terminal and `info` elsewhere. */
  readonly logLevel: string | undefined;
}

/** Throws a SettingsError that names every wrong setting. A relative DATA_DIR is resolved against `cwd`. */
export function readSettings(variables: NodeJS.ProcessEnv, cwd: string): Settings {
  const result = environment.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim() !== '')),
  );
  const problems = (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`);
  problems.push(...listIncompleteSettings(variables), ...listIncompleteStorage(variables));
  problems.push(...listUnsafeSettings(variables));
  if (!result.success || problems.length > 0) throw new SettingsError(problems);
  const env = result.data;
  return {
    port: env.PORT,
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).origin,
    dataDir: resolve(cwd, env.DATA_DIR ?? '.data'),
    databaseUrl: env.DATABASE_URL,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL,
    isDatabasePooled: env.DATABASE_POOLER === 'transaction',
    databaseTimeoutMs: env.DATABASE_TIMEOUT_SECONDS * 1_000,
    databaseReadUrl: env.DATABASE_READ_URL,
    role: env.ROLE,
    isProduction: isProduction(variables),
    speech: {
      provider: env.SPEECH_PROVIDER,
      local: env.LOCAL_SPEECH === 'on',
      // A run of tests must not fetch half a gigabyte.
      fetchesModel: env.LOCAL_SPEECH === 'on' && !variables.CI?.trim(),
      modelBaseUrl: env.MODEL_BASE_URL?.replace(/\/+$/, '') ?? 'https://huggingface.co',
      assemblyaiApiKey: env.ASSEMBLYAI_API_KEY,
      assemblyaiBaseUrl: env.ASSEMBLYAI_BASE_URL,
      baseUrl: env.SPEECH_BASE_URL,
      apiKey: env.SPEECH_API_KEY,
      model: env.SPEECH_MODEL,
    },
    storage: env.STORAGE,
    s3: toS3Settings(env),
    metrics: { token: env.METRICS_TOKEN, port: env.METRICS_PORT },
    drainSeconds: env.DRAIN_SECONDS,
    trustedProxies: env.TRUSTED_PROXY === undefined ? [] : toList(env.TRUSTED_PROXY),
    accelLocation: env.X_ACCEL_LOCATION,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    podcastEmail: env.PODCAST_EMAIL,
    operator: toOperator(env),
    providers: {
      ...toProvider('google', env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_BASE_URL),
      ...toProvider('facebook', env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET, env.FACEBOOK_BASE_URL),
    },
    logLevel: env.LOG_LEVEL,
  };
}

function toProvider(
  name: keyof ProvidersSettings,
  clientId: string | undefined,
  clientSecret: string | undefined,
  baseUrl: string | undefined,
): ProvidersSettings {
  if (clientId === undefined || clientSecret === undefined) return {};
  return { [name]: { clientId, clientSecret, baseUrl: baseUrl?.replace(/\/+$/, '') } };
}
