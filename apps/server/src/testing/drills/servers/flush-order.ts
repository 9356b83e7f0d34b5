import { execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrillResult } from '@relato/testing/drill-result';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld } from '../world/world.ts';

/** Returns whether this machine has strace, and lets this user trace its own processes. */
export function canTrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Watches the system calls of the server during uploads: each file is flushed under a temporary name, renamed, its folder
 * flushed, its row and job committed in one transaction, and only then is the upload acknowledged.
 */
export async function traceUploads(uploads: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const trace = join(world.folder, 'trace');
  try {
    const server = await world.start({ ROLE: 'web' });
    await server.ready();
    const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto';
    const args = ['-f', '-y', '-s', '200', '-e', calls, '-o', trace, '-p', String(server.process.pid)];
    const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    strace.stderr.on('data', (chunk) => (said += String(chunk)));
    await measureUntil(() => said.includes('attached'), 10_000);
    const problems: string[] = [];
    for (let upload = 0; upload < uploads; upload += 1) {
      const before = (await readCalls(trace)).length;
      const id = await world.client.record(world.userAt(upload));
      const row = await world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
      const name = row.originalKey?.split('/').at(-1) ?? '';
      const check = async () => checkOrder((await readCalls(trace)).slice(before), name);
      // strace writes what it has seen to the file a moment later.
      await measureUntil(async () => (await check()).length === 0, 2_000);
      problems.push(...(await check()));
    }
    strace.kill('SIGINT');
    const found = await world.check();
    const fault = 'REL-03 order of flush, rename, commit and answer';
    return { fault, tries: uploads, recoveriesMs: [], ...found, problems: [...problems, ...found.problems] };
  } finally {
    await world.close();
  }
}

/** Reads the calls by their ends: a call that another thread interrupts has two lines. */
async function readCalls(trace: string): Promise<string[]> {
  const lines = (await readFile(trace, 'utf8').catch(() => '')).split('\n');
  const begun = new Map<string, string>();
  const calls: string[] = [];
  for (const line of lines) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(call)?.[1];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1];
    if (unfinished !== undefined) begun.set(thread, unfinished);
    else if (resumed === undefined) calls.push(call);
    else calls.push((begun.get(thread) ?? '') + resumed);
  }
  return calls;
}

/** Returns the calls of an upload, unless they are in order. */
function checkOrder(calls: readonly string[], name: string): string[] {
  const find = (pattern: RegExp, from: number): number =>
    calls.findIndex((call, at) => at > from && pattern.test(call));
  const fileFlushed = find(new RegExp(String.raw`^f(?:data)?sync\(\d+<[^>]*${name}\.\w+\.part>`), -1);
  const renamed = find(new RegExp(String.raw`^rename.*${name}\.\w+\.part.*${name}"`), fileFlushed);
  const folder = String.raw`/original/${name.slice(0, 2)}`;
  const folderFlushed = find(new RegExp(String.raw`^f(?:data)?sync\(\d+<[^>]*${folder}>`), renamed);
  const committed = find(/COMMIT/, folderFlushed);
  const answered = find(accepted, committed);
  const steps = { fileFlushed, renamed, folderFlushed, committed, answered };
  const isInOrder = Object.values(steps).every((at, n, all) => at > (all[n - 1] ?? -1));
  // The bytes are acknowledged before; the end of the upload is not.
  const early = calls.slice(0, committed).filter((call) => accepted.test(call)).length;
  return [
    ...(isInOrder ? [] : [`an upload went ${JSON.stringify(steps)}`]),
    ...(early <= 1 ? [] : ['the end of an upload was acknowledged before its row']),
  ];
}

const accepted = /HTTP\/1\.1 204/;
