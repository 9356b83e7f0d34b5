import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../boot/env.ts';

const problemsOf = (variables: NodeJS.ProcessEnv): string => {
  try {
    readSettings(variables, '/srv');
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
};

const s3 = {
  STORAGE: 's3',
  S3_BUCKET: 'voces',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'un secreto largo',
};

describe('STORAGE', () => {
  it('is the disk by default, even with settings of a store', () => {
    expect(readSettings({}, '/srv')).toMatchObject({ storage: 'disk', s3: undefined });
    const { STORAGE: _kind, ...named } = s3;
    expect(readSettings(named, '/srv')).toMatchObject({ storage: 'disk', s3: { bucket: 'voces' } });
  });

  it('s3 is the store of Amazon, unless there is an endpoint', () => {
    expect(readSettings({ ...s3, S3_REGION: 'eu-west-1' }, '/srv').s3).toEqual({
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      bucket: 'voces',
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: 'un secreto largo',
      forcePathStyle: false,
    });
    const own = { ...s3, S3_ENDPOINT: 'http://minio:9000/' };
    expect(readSettings(own, '/srv').s3).toMatchObject({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      forcePathStyle: true,
    });
    const inHost = { ...own, S3_FORCE_PATH_STYLE: 'false' };
    expect(readSettings(inHost, '/srv').s3).toMatchObject({ forcePathStyle: false });
  });

  it.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ STORAGE: 'tape' }, /^STORAGE must be disk or s3\.$/],
    [{ ...s3, S3_SECRET_ACCESS_KEY: undefined }, /^S3_SECRET_ACCESS_KEY must be set as well/],
    [{ ...s3, S3_BUCKET: 'Mis Voces' }, /^S3_BUCKET must be the name of a bucket/],
    [{ ...s3, S3_ENDPOINT: 'minio:9000' }, /^S3_ENDPOINT must be an address starting with http:/],
    [{ ...s3, S3_FORCE_PATH_STYLE: 'yes' }, /^S3_FORCE_PATH_STYLE must be true or false/],
    [
      { ...s3, X_ACCEL_LOCATION: '/files/', TRUSTED_PROXY: '127.0.0.1' },
      /^X_ACCEL_LOCATION must be left out/,
    ],
    [
      { ...s3, NODE_ENV: 'production', S3_SECRET_ACCESS_KEY: 'minioadmin' },
      /S3_SECRET_ACCESS_KEY is a value of examples/,
    ],
  ])('stops the start with one line for each error: %j', (variables, expected) => {
    expect(problemsOf(variables)).toMatch(expected);
    expect(problemsOf(variables)).not.toContain('\n');
  });
});
