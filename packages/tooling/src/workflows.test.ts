import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { root } from '../bootstrap.mjs';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = '.github/workflows';
const ci = read(`${folder}/ci.yml`);

/** Lists the faults that GitHub's own parser finds in a workflow, its jobs and its expressions. */
async function listWorkflowFaults(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) {
    const { errors = [] } = await convertWorkflowTemplate(context, value);
    const found = [
      ...context.errors.getErrors().map(({ message }) => message),
      ...errors.map(({ Message }) => Message),
    ];
    return [...new Set(found)];
  }
  return context.errors.getErrors().map(({ message }) => message);
}

describe('the workflows of the hosted CI', () => {
  it.each(readdirSync(join(root, folder)))('%s is what GitHub’s parser accepts', async (name) => {
    expect(await listWorkflowFaults(name, read(`${folder}/${name}`))).toEqual([]);
  });

  it('are refused with an unknown key', async () => {
    const broken = ci.replace('runs-on: ubuntu-24.04', 'runs-onn: ubuntu-24.04');
    expect((await listWorkflowFaults('ci.yml', broken)).join('\n')).toMatch(/Unexpected value 'runs-onn'/);
  });
});

describe('ci.yml', () => {
  it('runs every stage of npm test, each by an existing script or task', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const { tasks }: { tasks: Record<string, unknown> } = JSON.parse(read('turbo.json'));
    const run = Array.from(ci.matchAll(/npm run (\S+)/g), ([, name = '']) => name);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
    const named = Array.from(ci.matchAll(/turbo run (\S+)/g), ([, name = '']) => name);
    expect(named.filter((name) => !(name in tasks))).toEqual([]);
    expect([...run, ...named]).toEqual(['check', 'test:unit', 'test:integration', 'test:e2e']);
  });

  it('SEC-42: checks the packages of production for known vulnerabilities', () => {
    expect(ci).toMatch(/^      - run: .* pnpm audit --prod --audit-level high$/m);
  });

  it('runs every project of the browser tests', () => {
    const config = read('apps/web/playwright.config.ts');
    const projects = Array.from(config.matchAll(/^\s+(?:\{ )?name: '(\w+)'/gm), ([, name = '']) => name);
    const run = new Set(Array.from(ci.matchAll(/--project=(\w+)/g), ([, name = '']) => name));
    expect(run).toEqual(new Set(projects));
    const shards = Array.from(ci.matchAll(/--shard=(\d)\/(\d)/g), ([, shard, all]) => `${shard} of ${all}`);
    expect(shards).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  it('may read the repository and nothing else', () => {
    expect(ci.match(/permissions:\n(?: +.*\n)+/g)).toEqual(['permissions:\n  contents: read\n']);
  });

  it('names each action by its exact version', () => {
    const uses = Array.from(ci.matchAll(/uses: (\S+)/g), ([, name = '']) => name);
    expect(uses.length).toBeGreaterThan(5);
    expect(uses.filter((name) => !/^actions\/[\w-]+@v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  });
});
