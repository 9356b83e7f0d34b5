import { randomUUID } from 'node:crypto';
import { createTranscriber, SpeechError } from '@relato/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLoadGate } from '../../middleware/shed-load.ts';
import { createMetrics } from '../../metrics/metrics.ts';
import { useTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana_medida');
});

type App = TestApp['app'];

interface Request {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests the metrics from an address, with further headers. */
const ask = (app: App, { from = '127.0.0.1', headers }: Request = {}) =>
  Promise.resolve(
    app.request(
      '/metrics',
      { headers: { host: 'localhost:3000', ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    ),
  );
const neverAnswers = () => new Promise<never>(() => {});
const countOf = (printed: string) =>
  Number(/relato_database_statements_total\{pool="read"\} (\d+)/u.exec(printed)?.[1]);
const read = async (app: App): Promise<string> => (await ask(app)).text();

describe('GET /metrics', () => {
  it.each<[string, string | undefined, Request, number]>([
    ['a program of this machine', undefined, {}, 200],
    ['the same over IPv6', undefined, { from: '::1', headers: { host: '[::1]:3000' } }, 200],
    ['another machine', undefined, { from: '192.0.2.7' }, 404],
    ['a proxy that names its client', undefined, { headers: { 'x-forwarded-for': '192.0.2.7' } }, 404],
    ['a proxy that passes the host on', undefined, { headers: { host: 'relato.example' } }, 404],
    [
      'a program with the token',
      'a-b-c',
      { headers: { authorization: 'Bearer a-b-c' }, from: '192.0.2.7' },
      200,
    ],
    ['a program with another token', 'a-b-c', { headers: { authorization: 'Bearer a-b-d' } }, 404],
    ['a program of this machine without the token', 'a-b-c', {}, 404],
  ])(
    'is for programs of this machine, or for those with the token: %s',
    async (_who, metricsToken, request, status) => {
      const answer = await ask(test.createWith({}, { metricsToken }), request);
      const type = status === 200 ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json';
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
    },
  );

  it('counts requests by route and status, and names no person and no id', async () => {
    const app = test.createWith();
    const id = randomUUID();
    await app.request('/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D', { headers: ana.headers });
    await app.request(
      `/trpc/profiles.byUsername?input=${encodeURIComponent(JSON.stringify({ json: { username: ana.username } }))}`,
    );
    await app.request(`/audio/${id}`, { headers: ana.headers });
    await app.request(`/u/${ana.username}`, { method: 'PURGE' });
    const text = await read(app);
    expect(text).toContain(
      'relato_http_requests_total{method="GET",route="/trpc/stories.feed",status="200"} 1',
    );
    expect(text).toContain('relato_http_requests_total{method="GET",route="/audio/:storyId",status="404"} 1');
    expect(text).toContain('method="other",route="/*"');
    expect(text).toMatch(/relato_http_request_duration_seconds_count\{route="\/trpc\/stories.feed"\} 1/u);
    expect(text).not.toMatch(
      new RegExp(`${ana.username}|${ana.email}|${ana.token}|${ana.viewer.id}|${id}`, 'u'),
    );
  });

  it('has the state of pools, queues, audio and disk', async () => {
    const { services } = test.world;
    const depth = {
      name: 'send-mail',
      due: 3,
      later: 2,
      failing: 0,
      active: 1,
      dead: 4,
      oldestSeconds: 61.5,
    };
    await test.world.record(ana.viewer);
    const app = test.createWith({
      jobs: { ...services.jobs, readDepths: async () => [depth] },
      disk: { ...services.disk, readSpace: async () => ({ freeBytes: 700, bytes: 9_000, disk: '/data' }) },
    });
    const text = await read(app);
    for (const line of [
      'relato_jobs{queue="send-mail",state="due"} 3',
      'relato_jobs{queue="send-mail",state="dead"} 4',
      'relato_job_oldest_seconds{queue="send-mail"} 61.5',
      'relato_disk_free_bytes 700',
      'relato_disk_size_bytes 9000',
      'relato_database_up 1',
      'relato_database_waiting{pool="read"} 0',
    ])
      expect(text).toContain(`${line}\n`);
    // A slow sum is missing from one scrape and present in a later one.
    await expect.poll(() => read(app)).toMatch(/relato_audio_bytes\{kind="original"\} [1-9]\d+\n/u);
    const before = countOf(await read(app));
    await test.app.request('/readyz');
    expect(countOf(await read(app))).toBe(before + 1);
  });

  it.each([
    ['down', () => Promise.reject(new Error('gone'))],
    ['silent', neverAnswers],
  ])('answers while the database is %s', async (_how, readDepths) => {
    const text = await read(test.createWith({ jobs: { ...test.world.services.jobs, readDepths } }));
    expect(text).toContain('relato_database_up 0\n');
  });

  it('does not report the database as down during a slow sum of the audio', async () => {
    const { services } = test.world;
    const database = { ...services.database, background: neverAnswers };
    const jobs = { ...services.jobs, readDepths: async () => [] };
    const text = await read(test.createWith({ database, jobs }));
    expect(text).toContain('relato_database_up 1\n');
  });

  it('counts the refusals of the gate, and passes on the other calls', async () => {
    const metrics = createMetrics();
    const gate = metrics.watchGate(createLoadGate());
    const refused = Array.from({ length: 200 }, () => gate.enter('first')).filter((leave) => !leave);
    expect(gate.isFull('read')).toBe(false);
    expect(refused.length).toBeGreaterThan(0);
    expect(await metrics.print()).toContain(`relato_load_refusals_total{load="first"} ${refused.length}\n`);
  });

  it('counts transcriptions by provider and outcome', async () => {
    const metrics = createMetrics();
    const none = createTranscriber({ provider: 'none' });
    const failure = new SpeechError('http', 'x', { trouble: 'busy' });
    const failing = metrics.watchTranscriber({ ...none, transcribe: () => Promise.reject(failure) });
    const audio = {
      extension: 'webm',
      load: async () => new Uint8Array(),
      loadSamples: async () => new Float32Array(),
    } as const;
    const options = { job: null, onJob: async () => {} };
    await expect(failing.transcribe(audio, options)).rejects.toBe(failure);
    const made = { text: '', words: null, engine: 'local', model: null, isUnsure: false } as const;
    await metrics.watchTranscriber({ ...none, transcribe: async () => made }).transcribe(audio, options);
    const text = await metrics.print();
    expect(text).toContain('relato_transcription_duration_seconds_count{provider="none",outcome="busy"} 1');
    expect(text).toContain(
      'relato_transcription_duration_seconds_count{provider="none",outcome="completed"} 1',
    );
  });
});

it('/readyz refuses new requests as soon as the stop begins', async () => {
  const stopping = new AbortController();
  const app = test.createWith({}, { stopping: stopping.signal });
  expect((await app.request('/readyz')).status).toBe(200);
  stopping.abort();
  const answer = await app.request('/readyz');
  expect([answer.status, await answer.text()]).toEqual([503, 'stopping']);
  expect((await app.request('/livez')).status).toBe(200);
});
