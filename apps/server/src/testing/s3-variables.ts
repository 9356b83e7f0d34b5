import type { S3Settings } from '@relato/storage';

/** The variables that name this store. */
export const toS3Variables = ({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: Omit<S3Settings, 'forcePathStyle'>) => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});
