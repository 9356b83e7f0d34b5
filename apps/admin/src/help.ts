import type { Command } from './command.ts';
import { commands } from './command-table.ts';
import { exitCodesHelp } from './errors.ts';
import type { Option } from './options.ts';
import { padEnd } from './terminal-text.ts';

const toRows = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${padEnd(name, width)}  ${text}`.trimEnd());
};

const globalOptions = [
  [
    '--json',
    'prints the answer of the procedure as one JSON value, null if it has none; errors too, on stderr',
  ],
  ['--url <address>', 'the server; by default RELATO_URL, or the server of your session'],
  ['--insecure', 'allows http:// to another machine'],
  ['--yes', 'skips the confirmation of commands that are hard to undo'],
  ['--help', 'help on everything, on a group such as `reports`, or on a command'],
] as const;

const environment = [
  ['RELATO_TOKEN', 'a session token for scripts, used instead of your session; never printed'],
  ['RELATO_URL', 'the server; by default http://localhost:3000'],
  ['RELATO_PASSWORD', 'the password for sign-in, instead of a prompt'],
] as const;

/** Returns the lines of help on all commands, or on those of one group. */
export function toOverview(group = ''): string[] {
  const listed = Array.from(commands).filter(([name]) => !group || name.startsWith(`${group} `));
  return [
    `Usage: npm run admin -- ${group || '<command>'}${group ? ' <command>' : ''} [options]`,
    '',
    ...toRows(listed.map(([name, { summary }]) => [name, summary])),
    ...(group ? ['', 'Each command has its own --help.'] : toGeneralLines()),
  ];
}

const toGeneralLines = (): string[] => [
  '',
  'Every command takes:',
  ...toRows(globalOptions),
  '',
  'Environment:',
  ...toRows(environment),
  '',
  'Exit codes:',
  ...toRows(exitCodesHelp.map(([code, text]) => [String(code), text])),
  '',
  'In scripts, --silent keeps npm from printing lines: npm run --silent admin -- reports list --json',
  'The first administrator is made on the machine of the server: npm run make-administrator -- you@example.org',
];

export function toCommandHelp(name: string, { summary, options, isPaged, asks }: Command): string[] {
  const rows = options.map((option) => [toSignature(option), toExplanation(option)] as const);
  const own = [
    ...rows,
    ...(isPaged ? [['--all', 'prints all pages'] as const] : []),
    ...(asks ? [['--yes', 'skips the confirmation'] as const] : []),
    ['--json', 'prints one JSON value'] as const,
  ];
  const usage = options
    .filter(({ isRequired, isPositional }) => isRequired || isPositional)
    .map((option) => toSignature(option));
  return [
    `Usage: npm run admin -- ${[name, ...usage].join(' ')} [options]`,
    '',
    `${summary}.`,
    '',
    ...toRows(own),
  ];
}

function toSignature({ name, kind, placeholder, isPositional }: Option): string {
  if (isPositional) return placeholder;
  return kind === 'switch' ? `--[no-]${name}` : `--${name} ${placeholder}`;
}

/** Returns the description, and the expected values unless the signature shows them. */
function toExplanation({ about, expects, placeholder, kind }: Option): string {
  const isSaid = kind === 'switch' || placeholder.includes('|') || (about !== '' && expects === 'an id');
  return [about, isSaid ? '' : expects].filter(Boolean).join('; ');
}
