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
    'one JSON value instead of lines: what the procedure answers, null for nothing; errors too, on stderr',
  ],
  ['--url <address>', 'the server; else RELATO_URL, or the one you signed in to'],
  ['--insecure', 'allows http:// to another machine'],
  ['--yes', 'does not ask before it does what is hard to take back'],
  ['--help', 'of everything, of a group such as `reports`, or of a command'],
] as const;

const environment = [
  ['RELATO_TOKEN', 'a session to use instead of the kept one, for scripts; never printed'],
  ['RELATO_URL', 'the server, http://localhost:3000 without it'],
  ['RELATO_PASSWORD', 'what sign-in would ask for'],
] as const;

/** Of everything, or of the group whose name it is given. */
export function toOverview(group = ''): string[] {
  const listed = Array.from(commands).filter(([name]) => !group || name.startsWith(`${group} `));
  return [
    `Usage: npm run admin -- ${group || '<command>'}${group ? ' <command>' : ''} [options]`,
    '',
    ...toRows(listed.map(([name, { summary }]) => [name, summary])),
    ...(group ? ['', 'Each has a --help of its own.'] : toGeneralLines()),
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
  'npm prints lines of its own; in scripts: npm run --silent admin -- reports list --json',
  'The first administrator is made at the machine of the server: npm run make-administrator -- you@example.org',
];

export function toCommandHelp(name: string, { summary, options, isPaged, asks }: Command): string[] {
  const rows = options.map((option) => [toSignature(option), toExplanation(option)] as const);
  const own = [
    ...rows,
    ...(isPaged ? [['--all', 'every page'] as const] : []),
    ...(asks ? [['--yes', 'does not ask first'] as const] : []),
    ['--json', 'one JSON value instead of lines'] as const,
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

/** What the signature does not say already. */
function toExplanation({ about, expects, placeholder, kind }: Option): string {
  const isSaid = kind === 'switch' || placeholder.includes('|') || (about !== '' && expects === 'an id');
  return [about, isSaid ? '' : expects].filter(Boolean).join('; ');
}
