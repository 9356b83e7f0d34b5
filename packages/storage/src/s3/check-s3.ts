import { randomBytes } from 'node:crypto';
import { OperatorError } from '@relato/contract/operator-error';
import { createS3Client, type S3Client, type S3ClientOptions, type S3Request } from './s3-client.ts';
import { readElement, S3Refusal, toPassing, toStorageError } from './s3-error.ts';
import type { S3Settings } from './s3-settings.ts';

/** The store cannot be used with these settings. `message` is a line that names the setting. */
export class StorageSettingsError extends OperatorError {
  override readonly name = 'StorageSettingsError';
  /** True if the store did not answer, so that settings from before may work again. */
  readonly mayPass: boolean;

  constructor(
    message: string,
    { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {},
  ) {
    super(message, options);
    this.mayPass = mayPass;
  }
}

/** Beside the objects, so that no list of them contains it. */
const probePrefix = 'relato-check/';

/**
 * Writes, reads, lists and deletes an object like the server, and makes sure that strangers cannot read it. Throws
 * StorageSettingsError.
 */
export async function checkS3(settings: S3Settings, options?: S3ClientOptions): Promise<void> {
  const client = createS3Client(settings, options);
  const key = probePrefix + randomBytes(20).toString('hex');
  const run = async (right: string, request: S3Request): Promise<void> => {
    try {
      const { body } = await client.send(request);
      await body.dump();
    } catch (error) {
      throw new StorageSettingsError(explain(error, settings, right), {
        cause: error,
        mayPass: toPassing(error) !== null,
      });
    }
  };
  try {
    const list = {
      method: 'GET',
      query: { 'list-type': '2', 'max-keys': '1', prefix: probePrefix },
      // A start during an outage should be short.
      maxAttempts: 3,
    } as const;
    await run('s3:ListBucket', list);
    await requirePrivate(client, list, settings);
    try {
      await run('s3:PutObject', { method: 'PUT', key, body: randomBytes(16) });
    } catch (error) {
      const isFull = error instanceof Error && toStorageError(error.cause).reason === 'full';
      if (!isFull) throw error;
      // A full store still serves recordings, which strangers must not read either.
      await requirePrivateObject(client, settings);
      return;
    }
    try {
      await run('s3:GetObject', { method: 'GET', key });
      await requirePrivate(client, { method: 'GET', key }, settings);
    } finally {
      await run('s3:DeleteObject', { method: 'DELETE', key });
    }
  } finally {
    await client.close();
  }
}

/**
 * A stranger who cannot guess a key could still learn one, and an unpublished story must be gone for every reader. Only an
 * explicit refusal proves that the store is private.
 */
async function requirePrivate(
  client: S3Client,
  request: S3Request,
  { endpoint, bucket }: S3Settings,
): Promise<void> {
  const refusal = await client.send({ ...request, isSigned: false }).then(
    async ({ body }) => {
      await body.dump().catch(() => {});
      return null;
    },
    (error: unknown) => error,
  );
  if (refusal === null)
    throw new StorageSettingsError(
      `Everybody may read the bucket "${bucket}" (S3_BUCKET): take its public access away.`,
    );
  if (toPassing(refusal) === null) return;
  throw new StorageSettingsError(
    `The store at ${endpoint} does not say whether everybody may read the bucket "${bucket}" (${toReason(refusal)}). Start again when it answers those who have no key.`,
    { cause: refusal, mayPass: true },
  );
}

/** Tries an existing object if none can be written. */
async function requirePrivateObject(client: S3Client, settings: S3Settings): Promise<void> {
  const { body } = await client.send({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } });
  const key = readElement(await body.text(), 'Key');
  if (key === null) return;
  await requirePrivate(client, { method: 'GET', key, headers: { Range: 'bytes=0-0' } }, settings);
}

const toReason = (error: unknown): string => {
  if (error instanceof S3Refusal) return error.message;
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', name: '' }; // its code may be absent
  return code || name;
};

function explain(error: unknown, settings: S3Settings, right: string): string {
  const { endpoint, bucket, region } = settings;
  if (!(error instanceof S3Refusal))
    return `The store at ${endpoint} does not answer (${toReason(error)}). Start it, or set S3_ENDPOINT.`;
  switch (error.code) {
    case 'NoSuchBucket':
      return `The store at ${endpoint} has no bucket "${bucket}". Create it, or set S3_BUCKET.`;
    case 'InvalidAccessKeyId':
      return `The store at ${endpoint} does not know this access key. Set S3_ACCESS_KEY_ID.`;
    case 'SignatureDoesNotMatch':
      return `The store at ${endpoint} refuses the signature. Set S3_SECRET_ACCESS_KEY to the secret of S3_ACCESS_KEY_ID.`;
    case 'RequestTimeTooSkewed':
      return `The clock of this machine is not that of the store at ${endpoint}. Set the clock.`;
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `The bucket "${bucket}" is not in the region "${region}". Set S3_REGION${error.region ? ` to ${error.region}` : ''}.`;
    case 'AccessDenied':
    case 'AllAccessDisabled':
    case 'MethodNotAllowed':
      return `S3_ACCESS_KEY_ID has no right to ${right} in the bucket "${bucket}". Give it that right, or set another key.`;
    default:
      return error.code === '' && error.status < 500
        ? `The server at ${endpoint} does not answer as an S3 store does (${error.status}). Set S3_ENDPOINT or S3_FORCE_PATH_STYLE.`
        : `The store at ${endpoint} does not work: ${error.message}.`;
  }
}
