import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

it('the program reads its answers from a pipe, and reports errors by exit code and on stderr, without a stack', async () => {
  const args = [program, 'sign-in', '--url', 'http://127.0.0.1:9'];
  const child = spawn(process.execPath, args, { env: bareEnvironment({ XDG_CONFIG_HOME: '/nonexistent' }) });
  child.stdin.end('ana@example.org\nuna contraseña\n');
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await once(child, 'close');
  expect([child.exitCode, printed]).toEqual([4, '']);
  expect(errors).toMatch(/Cannot reach http:\/\/127\.0\.0\.1:9[^\n]*\n$/u);
  expect(errors).not.toContain('    at ');
});
