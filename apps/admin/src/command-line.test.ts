import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { createProgram } from './program.ts';
import { createTerminal, type Terminal } from './testing/terminal.ts';

let terminal: Terminal;
beforeAll(async () => {
  terminal = await createTerminal();
});
afterAll(() => terminal.close());

const id = '0199aaaa-0000-7000-8000-000000000000';

describe('a command line', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['stories list', 'stories list', {}],
    ['--url http://x stories list --limit 5', 'stories list', { limit: 5 }],
    ['stories list --tags amor --tags mar', 'stories list', { tags: ['amor', 'mar'] }],
    [
      `reports resolve ${id} --story=keep --note=No`,
      'reports resolve',
      { storyId: id, story: 'keep', note: 'No' },
    ],
    [
      'settings set --no-record-only --show-downvotes',
      'settings set',
      { recordOnly: false, showDownvotes: true },
    ],
    ['users role @ana moderator', 'users role', { user: '@ana', role: 'moderator' }],
    ['log --target-type user', 'log', { targetType: 'user' }],
  ])('is parsed: %s', async (line, name, values) => {
    const performed: unknown[] = [];
    const program = createProgram(terminal.io, async (command, _context, given) => {
      performed.push([command.name, given]);
    });
    await program.parseAsync(line.split(' '), { from: 'user' });
    expect(performed).toEqual([[name, values]]);
  });

  it.each<[string, string]>([
    ['', 'Name a command.'],
    ['stories burn', "Unknown command 'burn'"],
    ['whoami now', "Too many arguments for 'whoami'. Expected 0 arguments but got 1: now."],
    ['stories list --role user', "Unknown option '--role'"],
    ['stories list --limit 51', '--limit must be a number from 1 to 50.'],
    ['stories list --limit 1e1', '--limit must be a number from 1 to 50.'],
    ['stories list --limit 5 --limit 6', '--limit is given twice.'],
    ['settings set --record-only --no-record-only', '--record-only is given twice.'],
    [`stories hide ${id} --reason --yes`, "Option '--reason <text>' argument missing"],
    ['stories show', '<id> is missing.'],
    ['stories show el-tren', '<id> must be an id.'],
    [`stories hide ${id} --yes`, '--reason is missing.'],
    [`stories hide ${id} --yes --reason ${'x'.repeat(501)}`, '(REASON_TOO_LONG)'],
    [`reports resolve ${id} --story burn --note x`, '--story must be one of hide, keep.'],
    ['sign-in --email ana', '(EMAIL_INVALID)'],
  ])('is refused with the reason: %s', async (line, message) => {
    const { code, printed, errors } = await terminal.type(line);
    expect([code, printed]).toEqual([2, []]);
    expect(errors.join('\n')).toContain(message);
  });
});

describe('--help', () => {
  it('lists every command, the global options and the exit codes', async () => {
    const { code, printed } = await terminal.type('--help');
    expect(code).toBe(0);
    for (const { name } of commands) expect(printed.join('\n')).toContain(`  ${name} `);
    expect(printed.join('\n')).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 .*\n {2}4 /u);
    expect(printed.join('\n')).toContain('npm run make-administrator');
  });

  it('lists the commands of a group', async () => {
    const { code, printed } = await terminal.type('users --help');
    expect(code).toBe(0);
    expect(printed.join('\n')).toMatch(
      /users list .*\n.*users suspend .*\n.*users restore .*\n.*users clear-profile .*\n.*users role /u,
    );
    expect(printed.join('\n')).not.toContain('  stories');
  });

  it('explains each command without a session', async () => {
    for (const { name, summary, fields } of commands) {
      const { code, printed } = await terminal.type(`${name} --help`);
      expect([code, printed[0]]).toEqual([0, expect.stringContaining(`npm run admin -- ${name}`)]);
      expect(printed).toContain(`${summary}.`);
      for (const field of fields)
        expect(printed.join('\n')).toContain(field.isPositional ? field.placeholder : `--${field.name}`);
    }
  });

  it('shows required options, and choices and limits of the contract', async () => {
    const { printed } = await terminal.type('reports resolve --help');
    expect(printed[0]).toBe(
      'Usage: npm run admin -- reports resolve <story-id> --story hide|keep --note <text> [options]',
    );
    expect(printed.join('\n')).toContain('a text of at most 500 characters');
  });
});
