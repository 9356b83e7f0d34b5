// The upper bound for the product: hand-written node:http and `pg`, one statement a call, without sessions, limits, checks
// of inputs or security headers.
import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Pool } from 'pg';
import { statements, type StatementName } from './hand-written-sql.ts';

const [, , databaseUrl = '', port = '', audioDir = ''] = process.argv;
const pool = new Pool({ connectionString: databaseUrl, max: 10, statement_timeout: 5_000 });

async function answer(
  name: StatementName,
  values: readonly unknown[],
  response: ServerResponse,
): Promise<void> {
  const { rows } = await pool.query<{ json: string }>({ name, text: statements[name], values: [...values] });
  const body = Buffer.from(rows[0]?.json ?? 'null');
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength })
    .end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a stream without an encoding
  return Buffer.concat(chunks);
}

function sendAudio(name: string, range: string, response: ServerResponse): void {
  const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const [start, end] = [Number(first), Number(last)];
  response.writeHead(206, {
    'Content-Type': 'audio/wav',
    'Content-Length': end - start + 1,
    'Content-Range': `bytes ${start}-${end}/*`,
  });
  createReadStream(join(audioDir, name), { start, end }).pipe(response);
}

/** Writes a file that survives a power cut. */
async function writeDurably(name: string, content: Buffer): Promise<void> {
  const folder = join(audioDir, 'bench');
  await mkdir(folder, { recursive: true });
  const file = await open(join(folder, `${name}.part`), 'w');
  await file.writeFile(content);
  await file.sync();
  await file.close();
  await rename(join(folder, `${name}.part`), join(folder, name));
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer');
  const [, name = '', ...rest] = pathname.split('/');
  const position = searchParams.get('cursor')?.split(',');
  if (name === 'audio') return sendAudio(rest.join('/'), request.headers.range ?? '', response);
  if (name === 'save') {
    await writeDurably('saved', await readBody(request));
    return answer('save', rest, response);
  }
  if (name === 'feed') return answer(position ? 'feed-next' : 'feed', position ?? [], response);
  if (request.method === 'POST')
    return answer(name as StatementName, JSON.parse((await readBody(request)).toString('utf8')), response);
  return answer(name as StatementName, rest, response);
}

createServer((request, response) => {
  handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
