import type { S3Settings } from '@relato/storage';

type Variables = Readonly<Record<string, string | undefined>>;

type S3Variable = (typeof required)[number] | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_FORCE_PATH_STYLE';

const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const defaultRegion = 'us-east-1';

/** Lists the missing and the forbidden settings of STORAGE=s3, one line each. */
export function listIncompleteStorage(variables: Variables): string[] {
  if (variables.STORAGE?.trim() !== 's3') return [];
  const missing = required.filter((name) => !variables[name]?.trim());
  const problems = missing.map(
    (name) => `${name} must be set as well: STORAGE=s3 needs ${required.join(', ')}.`,
  );
  if (variables.X_ACCEL_LOCATION?.trim())
    problems.push('X_ACCEL_LOCATION must be left out: nginx has no files of recordings with STORAGE=s3.');
  return problems;
}

/** Without an endpoint the store is that of Amazon, where the host name contains the bucket. */
export function toS3Settings(
  env: Readonly<Partial<Record<S3Variable, string | undefined>>>,
): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const region = env.S3_REGION ?? defaultRegion;
  const forced = env.S3_FORCE_PATH_STYLE;
  return {
    endpoint: (env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: forced === undefined ? env.S3_ENDPOINT !== undefined : forced === 'true',
  };
}
