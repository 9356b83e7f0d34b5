import { limits, type TranscriptionTrouble } from '@relato/contract';
import * as fc from 'fast-check';

// Error answers of providers; the message comes from the envelope, the body or the status.
export const errorAnswers: readonly (readonly [
  shape: string,
  answer: { status: number; body?: object | string; headers?: Record<string, string> },
  expected: { message: string; trouble: TranscriptionTrouble; retryAfterMs?: number },
])[] = [
  ['400 {error}', { status: 400, body: { error: 'Bad audio' } }, { message: 'Bad audio', trouble: 'setup' }],
  ['401 {error}', { status: 401, body: { error: 'No key' } }, { message: 'No key', trouble: 'setup' }],
  [
    '403 {detail}',
    { status: 403, body: { detail: 'Not yours' } },
    { message: 'Not yours', trouble: 'setup' },
  ],
  ['404 {error}', { status: 404, body: { error: 'Not found' } }, { message: 'Not found', trouble: 'setup' }],
  ['404 {detail}', { status: 404, body: { detail: 'No model' } }, { message: 'No model', trouble: 'setup' }],
  ['415 {detail}', { status: 415, body: { detail: 'No audio' } }, { message: 'No audio', trouble: 'setup' }],
  [
    '422 {detail: [{msg}]}',
    { status: 422, body: { detail: [{ msg: 'a' }, { msg: 'b' }] } },
    { message: 'a; b', trouble: 'setup' },
  ],
  [
    '400 {error: {message}}',
    { status: 400, body: { error: { message: 'Bad', type: 'x', param: null, code: null } } },
    { message: 'Bad', trouble: 'setup' },
  ],
  [
    '400 of an unknown shape',
    { status: 400, body: '{"oops":1}' },
    { message: '{"oops":1}', trouble: 'setup' },
  ],
  [
    '413 of a proxy',
    { status: 413, body: '<html><body>Request Entity Too Large</body></html>' },
    { message: 'Request Entity Too Large', trouble: 'too_long' },
  ],
  [
    '402 of an empty account',
    { status: 402, body: { error: 'Your account balance is negative' } },
    { message: 'Your account balance is negative', trouble: 'setup' },
  ],
  [
    '429 of an empty account',
    { status: 429, body: { error: { message: 'You exceeded your current quota' } } },
    { message: 'You exceeded your current quota', trouble: 'setup' },
  ],
  [
    '400 about the length',
    { status: 400, body: { error: { message: 'Maximum content size limit (26214400) exceeded' } } },
    { message: 'Maximum content size limit (26214400) exceeded', trouble: 'too_long' },
  ],
  [
    '400 about silence',
    {
      status: 400,
      body: { error: { message: 'Audio file is too short. Minimum audio length is 0.1 seconds.' } },
    },
    { message: 'Audio file is too short. Minimum audio length is 0.1 seconds.', trouble: 'no_speech' },
  ],
  [
    '400 about the language',
    { status: 400, body: { error: "Language 'es' is not supported by this model" } },
    { message: "Language 'es' is not supported by this model", trouble: 'setup' },
  ],
  [
    '302',
    { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    { message: 'HTTP Error: 302 Found', trouble: 'setup' },
  ],
  [
    '429 with seconds',
    { status: 429, body: { error: 'Slow down' }, headers: { 'retry-after': '7' } },
    { message: 'Slow down', trouble: 'busy', retryAfterMs: 7_000 },
  ],
  [
    '429 with a date, by the clock of the provider',
    {
      status: 429,
      body: { error: 'Slow down' },
      headers: { date: 'Wed, 21 Oct 2015 07:28:00 GMT', 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT' },
    },
    { message: 'Slow down', trouble: 'busy', retryAfterMs: 30_000 },
  ],
  [
    '429 with a year',
    { status: 429, headers: { 'retry-after': '31536000' } },
    {
      message: 'HTTP Error: 429 Too Many Requests',
      trouble: 'busy',
      retryAfterMs: limits.speech.maxRetryAfterMs,
    },
  ],
  [
    '429 with nonsense',
    { status: 429, body: 'wait', headers: { 'retry-after': 'later' } },
    { message: 'wait', trouble: 'busy' },
  ],
  [
    '500 {error: {message}}',
    { status: 500, body: { error: { message: 'Oh no' } } },
    { message: 'Oh no', trouble: 'busy' },
  ],
  ['500 {error}', { status: 500, body: { error: 'Oh no' } }, { message: 'Oh no', trouble: 'busy' }],
  ['502 without a body', { status: 502 }, { message: 'HTTP Error: 502 Bad Gateway', trouble: 'busy' }],
  [
    '502 in HTML',
    {
      status: 502,
      body: '<html><head><title>502</title></head>\n<body><h1>502 Bad Gateway</h1></body></html>',
    },
    { message: '502 Bad Gateway', trouble: 'busy' },
  ],
  [
    '502 in HTML without a text',
    { status: 502, body: '<html><body></body></html>' },
    { message: 'HTTP Error: 502 Bad Gateway', trouble: 'busy' },
  ],
  [
    '503 as text',
    { status: 503, body: ' try\0 again \n', headers: { 'retry-after': '1' } },
    { message: 'try again', trouble: 'busy', retryAfterMs: 1_000 },
  ],
  [
    '504 of only NUL',
    { status: 504, body: '\0\0' },
    { message: 'HTTP Error: 504 Gateway Timeout', trouble: 'busy' },
  ],
  [
    '500 of 10 MB',
    { status: 500, body: 'x'.repeat(10_000_000) },
    { message: `${'x'.repeat(limits.speech.maxErrorLength - 1)}…`, trouble: 'busy' },
  ],
];

/** Invalid answers with status 200. */
export const invalidAnswers: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['HTML', '<!doctype html><html><body>Welcome to our wifi</body></html>'],
  ['NUL bytes', new Uint8Array(1_000)],
  ['half of a JSON', '{"id":"a","status":"comple'],
  ['null', 'null'],
  ['a number', '42'],
  ['a string', '"text"'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['fields of other types', '{"id":7,"status":"completed","text":42,"upload_url":[],"words":"none"}'],
  ['an unknown status', '{"id":"../../etc","status":"melting","upload_url":"no address"}'],
  [
    'an answer and 10 MB of spaces',
    `{"id":"a","status":"completed","text":"a","upload_url":"http://a"}${' '.repeat(10_000_000)}`,
  ],
  ['10 MB', `{"id":"a","status":"completed","text":"${'a'.repeat(10_000_000)}","upload_url":"http://a"}`],
];

const junk = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.constant('\0\uD800 a'),
  fc.constant(1e300),
  fc.constant(-5),
);
const word = fc.record(
  { text: junk, word: junk, start: junk, end: junk, confidence: junk, probability: junk },
  { requiredKeys: [] },
);
const words = fc.oneof(junk, fc.array(fc.oneof(word, junk)));
const answer = fc.record(
  {
    id: junk,
    status: fc.oneof(fc.constantFrom('completed', 'error'), junk),
    text: fc.oneof(fc.string({ unit: 'binary' }), junk),
    words,
    segments: fc.oneof(junk, fc.array(fc.oneof(junk, fc.record({ words })))),
    error: junk,
    upload_url: junk,
    audio_url: junk,
  },
  { requiredKeys: [] },
);

/** Answers with the fields of every provider, which contain anything. */
export const brokenBody = fc.oneof(
  { weight: 8, arbitrary: answer.map((value) => JSON.stringify(value)) },
  fc.string({ unit: 'binary' }),
);
export const brokenStatus = fc.constantFrom(200, 200, 200, 200, 400, 429, 500);
