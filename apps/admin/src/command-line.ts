import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Command, GlobalOptions } from './command.ts';
import { commands } from './command-table.ts';
import { usageError } from './errors.ts';

const globalSwitches = ['json', 'help', 'insecure', 'yes', 'all'] as const;

export interface CommandLine {
  /** The words that name the command. */
  readonly name: string;
  /** Null if no command has this name. */
  readonly command: Command | null;
  readonly isHelpWanted: boolean;
  readonly globals: GlobalOptions;
  /** The values by option key. Throws a CommandError for an option that the command does not have. */
  readonly readValues: () => Readonly<Record<string, unknown>>;
}

/** The options of all commands together, because the words that name the command may follow options. */
function toConfig(): ParseArgsOptionsConfig {
  const config: ParseArgsOptionsConfig = { url: { type: 'string' } };
  for (const name of globalSwitches) config[name] = { type: 'boolean' };
  config.help = { type: 'boolean', short: 'h' };
  for (const { options } of commands.values()) {
    for (const { name, kind, isPositional } of options) {
      if (isPositional) continue;
      const type = kind === 'switch' ? 'boolean' : 'string';
      if (config[name] && config[name].type !== type) throw new Error(`--${name} has two meanings`);
      config[name] = { type, multiple: true };
    }
  }
  return config;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: toConfig(),
      allowPositionals: true,
      allowNegative: true,
    });
  } catch (error) {
    const [message] = String(error instanceof Error ? error.message : error).split('. ');
    throw usageError(`${message?.replaceAll('\n', ' ')}. --help lists the options.`);
  }
}

/** Throws a CommandError for an option that no command has. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  const length = [2, 1].find((words) => commands.has(positionals.slice(0, words).join(' ')));
  const name = positionals.slice(0, length ?? positionals.length).join(' ');
  const command = commands.get(name) ?? null;
  const isOn = (key: (typeof globalSwitches)[number]): boolean => values[key] === true;
  return {
    name,
    command,
    isHelpWanted: isOn('help'),
    globals: {
      url: typeof values.url === 'string' ? values.url : undefined,
      insecure: isOn('insecure'),
      json: isOn('json'),
      yes: isOn('yes'),
      all: isOn('all'),
    },
    readValues: () => (command ? toOptionValues(name, command, values, positionals.slice(length)) : {}),
  };
}

type Values = ReturnType<typeof parse>['values'];

function toOptionValues(
  name: string,
  { options, isPaged }: Command,
  values: Values,
  words: readonly string[],
): Readonly<Record<string, unknown>> {
  const named = options.filter(({ isPositional }) => !isPositional);
  const known = new Set<string>([...globalSwitches, 'url', ...named.map((option) => option.name)]);
  if (!isPaged) known.delete('all');
  const foreign = Object.keys(values).find((key) => !known.has(key));
  if (foreign) throw usageError(`${name} takes no --${foreign}. ${name} --help lists its options.`);
  const positional = options.filter(({ isPositional }) => isPositional);
  const extra = words[positional.length];
  if (extra !== undefined) throw usageError(`${name} takes no argument '${extra}'.`);
  const typed: Record<string, unknown> = {};
  for (const [index, { key }] of positional.entries()) {
    if (words[index] !== undefined) typed[key] = words[index];
  }
  for (const option of named) {
    const given = values[option.name];
    if (Array.isArray(given)) typed[option.key] = toValue(option.name, option.kind, given);
  }
  return typed;
}

function toValue(
  name: string,
  kind: Command['options'][number]['kind'],
  given: readonly (string | boolean)[],
): unknown {
  if (kind === 'list') return given;
  const [value, another] = given;
  if (another !== undefined) throw usageError(`--${name} is given twice.`);
  return kind === 'number' && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
