import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../bootstrap.mjs';
import { createTree, readTree } from '../structure/tree.ts';
import { listUncovered, type Plan, type Task } from './testing/inputs.ts';

const task = (taskId: string, inputs: readonly string[], rest: Partial<Task> = {}): Task => {
  const [name = '', script = ''] = taskId.split('#');
  return {
    taskId,
    task: script,
    directory: name.replace('@relato/', 'packages/'),
    command: 'vitest run',
    inputs: Object.fromEntries(inputs.map((path) => [path, 'hash'])),
    dependencies: [],
    ...rest,
  };
};
const plan = (...tasks: readonly Task[]): Plan => ({
  tasks,
  globalCacheInputs: { files: { 'tsconfig.base.json': 'hash' } },
});

const texts = {
  'packages/contract/package.json': '{ "name": "@relato/contract", "exports": { "./*": "./src/*.ts" } }',
  'packages/contract/src/limits.ts': '',
  'packages/api/src/stories.ts': "import { limits } from '@relato/contract/limits';",
};
const find = (tasks: Plan, more: Readonly<Record<string, string>> = {}): string[] => {
  const all = { ...texts, ...more };
  return listUncovered(createTree(all), tasks, [
    ...Object.keys(all),
    'docs/terms.md',
    'prisma/schema/a.prisma',
  ]).map(({ taskId, path, because }) => `${taskId} misses ${path}: ${because}`);
};

describe('the inputs of a task', () => {
  it('cover what it imports of other packages, by itself or by a task that it depends on', () => {
    expect(
      find(plan(task('@relato/api#test:unit', ['src/stories.ts', '../contract/src/limits.ts']))),
    ).toEqual([]);
    expect(
      find(
        plan(
          task('@relato/api#test:unit', ['src/stories.ts'], { dependencies: ['@relato/contract#transit'] }),
          task('@relato/contract#transit', ['src/limits.ts'], { command: '<NONEXISTENT>' }),
        ),
      ),
    ).toEqual([]);
  });

  it('miss what it imports otherwise', () => {
    expect(find(plan(task('@relato/api#typecheck', ['src/stories.ts'])))).toEqual([
      '@relato/api#typecheck misses packages/contract/src/limits.ts: packages/api/src/stories.ts imports it',
    ]);
  });

  it('miss the configuration that its command names', () => {
    const command = 'vitest run --config ../tooling/vitest/unit.config.ts';
    const inputs = ['src/limits.ts', '../tooling/vitest/unit.config.ts'];
    expect(find(plan(task('@relato/contract#test:unit', inputs, { command })))).toEqual([]);
    expect(find(plan(task('@relato/contract#test:unit', ['src/limits.ts'], { command })))).toEqual([
      '@relato/contract#test:unit misses packages/tooling/vitest/unit.config.ts: its command names it',
    ]);
  });

  it('miss files and folders that tests name', () => {
    const test = {
      'packages/contract/src/limits.test.ts':
        "read(new URL('../../../docs/terms.md', import.meta.url)); read('prisma/schema'); read('no/such.file');",
    };
    expect(find(plan(task('@relato/contract#test:unit', ['src/limits.ts'])), test)).toEqual([
      '@relato/contract#test:unit misses docs/terms.md: packages/contract/src/limits.test.ts names it',
      '@relato/contract#test:unit misses prisma/schema: packages/contract/src/limits.test.ts names it',
    ]);
    const inputs = ['src/limits.ts', '../../docs/terms.md', '../../prisma/schema/a.prisma'];
    expect(find(plan(task('@relato/contract#test:unit', inputs)), test)).toEqual([]);
  });
});

describe('turbo.json', () => {
  it('runs each task again when something that it reads changes', () => {
    const turbo = join(root, 'node_modules/.bin/turbo');
    const tasks = ['typecheck', 'test:unit', 'test:integration', 'policies'];
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 } as const;
    const dryRun: Plan = JSON.parse(execFileSync(turbo, ['run', ...tasks, '--dry=json'], options));
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
    expect(dryRun.tasks.length).toBeGreaterThan(40);
    expect(listUncovered(readTree(root), dryRun, files.trim().split('\n'))).toEqual([]);
  });
});
