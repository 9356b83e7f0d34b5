import { startStandInS3, type StandInS3 } from '@relato/testing/s3/s3-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkS3 } from './check-s3.ts';
import type { S3Settings } from './s3-settings.ts';

let server: StandInS3;
let settings: S3Settings;
beforeAll(async () => {
  server = await startStandInS3();
  const { keys, bucket, url: endpoint } = server;
  settings = { ...keys, endpoint, bucket, forcePathStyle: true };
});
afterAll(() => server.stop());
afterEach(() => {
  const usual = {
    isReadOnly: false,
    isPublic: false,
    isListed: false,
    isBusy: false,
    isFull: false,
    isShy: false,
  };
  Object.assign(server.state, usual);
});

const quick = { firstDelayMs: 1 };
const check = (wrong: Partial<S3Settings> = {}): Promise<void> => checkS3({ ...settings, ...wrong }, quick);
const messageOf = async (wrong: Partial<S3Settings> = {}): Promise<string> =>
  check(wrong).then(
    () => '',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : ''),
  );

it('accepts a store that works, and leaves no object in it', async () => {
  await check();
  expect(server.objects.size).toBe(0);
});

it('accepts a full store, because it is still readable', async () => {
  server.state.isFull = true;
  expect(await messageOf()).toBe('');
});

it.each<[string, Partial<S3Settings>, RegExp]>([
  [
    'no server',
    { endpoint: 'http://127.0.0.1:9' },
    /does not answer \(ECONNREFUSED\)\. Start it, or set S3_ENDPOINT/,
  ],
  ['a bucket that is missing', { bucket: 'otras' }, /has no bucket "otras"\. Create it, or set S3_BUCKET/],
  ['an unknown key', { accessKeyId: 'AKIAOTHER' }, /does not know this access key\. Set S3_ACCESS_KEY_ID/],
  ['a wrong secret', { secretAccessKey: 'no' }, /Set S3_SECRET_ACCESS_KEY/],
  ['a wrong region', { region: 'us-east-1' }, /not in the region "us-east-1"\. Set S3_REGION to eu-prueba-1/],
])('names the wrong setting: %s', async (_name, wrong, expected) => {
  const message = await messageOf(wrong);
  expect(message).toMatch(expected);
  expect(message).toMatch(/^StorageSettingsError: [^\n]+$/);
});

const mayPass = (value: boolean) => ({ name: 'StorageSettingsError', mayPass: value });

it('distinguishes a store that does not answer from wrong settings', async () => {
  await expect(check({ endpoint: 'http://127.0.0.1:9' })).rejects.toMatchObject(mayPass(true));
  await expect(check({ secretAccessKey: 'no' })).rejects.toMatchObject(mayPass(false));
  await expect(check({ bucket: 'otras' })).rejects.toMatchObject(mayPass(false));
  server.state.isPublic = true;
  await expect(check()).rejects.toMatchObject(mayPass(false));
  server.state.isBusy = true;
  await expect(check()).rejects.toMatchObject(mayPass(true));
});

it.each<[string, () => void, RegExp]>([
  ['read-only', () => (server.state.isReadOnly = true), /no right to s3:PutObject in the bucket "voces"/],
  ['open to everybody', () => (server.state.isPublic = true), /Everybody may read the bucket "voces"/],
  ['listed for everybody', () => (server.state.isListed = true), /Everybody may read the bucket "voces"/],
  [
    'silent to strangers',
    () => (server.state.isShy = true),
    /does not say whether everybody may read the bucket "voces" \(the store answered 503 SlowDown\)\. Start again/,
  ],
  ['too busy', () => (server.state.isBusy = true), /does not work: the store answered 503 SlowDown/],
])('reports a store that is %s', async (_name, prepare, expected) => {
  prepare();
  const message = await messageOf();
  expect(message).toMatch(expected);
  expect(message).toMatch(/^StorageSettingsError: [^\n]+$/);
});

it('finds that a full store is public, by one of its objects', async () => {
  server.objects.set('original/una', { content: Buffer.from('una voz'), writtenAt: new Date() });
  Object.assign(server.state, { isFull: true, isPublic: true });
  expect(await messageOf()).toMatch(/Everybody may read the bucket "voces"/);
  server.state.isPublic = false;
  expect(await messageOf()).toBe('');
  server.objects.clear();
});

it('reports a server that is not a store', async () => {
  server.nextFailure({ kind: 'answer', status: 404, body: '<html>nothing here</html>' });
  expect(await messageOf()).toMatch(/does not answer as an S3 store does \(404\)\. Set S3_ENDPOINT/);
});
