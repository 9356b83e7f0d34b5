import { Argument, Command as Parser, Option } from 'commander';
import type { Command, Context, GlobalOptions, Io } from './command.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';
import { exitCodes, usageError } from './errors.ts';
import type { Field } from './options.ts';

type Perform = (command: Command, context: Context, values: Record<string, unknown>) => Promise<void>;

const furtherHelp = `
Environment:
  RELATO_TOKEN     a session token for scripts, used instead of your session; never printed
  RELATO_URL       the server; by default http://localhost:3000
  RELATO_PASSWORD  the password for sign-in, instead of a prompt

Exit codes:
  ${exitCodes.done}  done
  ${exitCodes.refused}  the server refused the call; its error code says why
  ${exitCodes.usage}  the command line is wrong, or the confirmation was not given
  ${exitCodes.notSignedIn}  not signed in, or the session has ended
  ${exitCodes.noAnswer}  the server cannot be reached, fails, or is not a Relato of this version
  ${exitCodes.wrong}  the answer says that something is not as it should be

In scripts, --silent keeps npm from printing lines: npm run --silent admin -- reports list --json
The first administrator is made on the machine of the server: npm run make-administrator -- you@example.org`;

/** Returns the parser of the command line, with help. It calls `perform` with the parsed command. */
export function createProgram(io: Io, perform: Perform): Parser {
  const program = new Parser('npm run admin --')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => toLines(text).forEach((line) => io.print(line)),
      writeErr: (text) => toLines(text).forEach((line) => io.printError(line)),
      // `run` prints errors.
      outputError: () => {},
    })
    .configureHelp({
      helpWidth: Infinity,
      showGlobalOptions: true,
      visibleCommands: listLeaves,
      subcommandTerm: (command) => toPath(command).join(' '),
    })
    .helpCommand(false)
    // Suggestions would name a command without its group.
    .showSuggestionAfterError(false)
    .option(
      '--json',
      'prints the answer of the procedure as one JSON value, null if it has none; errors too, on stderr',
    )
    .option('--url <address>', 'the server; by default RELATO_URL, or the server of your session')
    .option('--insecure', 'allows http:// to another machine')
    .option('--yes', 'skips the confirmation of commands that are hard to undo')
    .helpOption('-h, --help', 'help on everything, on a group such as `reports`, or on a command')
    .addHelpText('beforeAll', ({ command }) => {
      const [word] = command.commands.length > 0 ? command.args : [];
      if (word !== undefined && !word.startsWith('-'))
        throw usageError(`Unknown command '${word}'. --help says what there is.`);
      return '';
    })
    .addHelpText('after', furtherHelp);
  const groups = new Map<string, Parser>();
  for (const command of commands) {
    const [name = '', group = ''] = command.name.split(' ').toReversed();
    if (group !== '' && !groups.has(group)) groups.set(group, program.command(group));
    addCommand(groups.get(group) ?? program, name, command).action(async (...args: unknown[]) => {
      const parser = args.at(-1) as Parser; // commander's actions end with it
      const { all, ...options } = parser.opts<{ all?: true }>();
      const typed = parser.processedArgs.flatMap((value: unknown, index) =>
        value === undefined ? [] : [[command.fields[index]?.key ?? '', value] as const],
      );
      const globals = program.opts<GlobalOptions>();
      const context = { io, globals, isAll: all === true, connect: () => connect(io, globals) };
      await perform(command, context, { ...options, ...Object.fromEntries(typed) });
    });
  }
  return program;
}

const toLines = (text: string): string[] => text.trimEnd().split('\n');

const listLeaves = ({ commands: children }: Parser): Parser[] =>
  children.flatMap((child) => (child.commands.length > 0 ? listLeaves(child) : [child]));

const toPath = (command: Parser): string[] =>
  command.parent ? [...toPath(command.parent), command.name()] : [];

function addCommand(parent: Parser, name: string, { summary, fields, isPaged }: Command): Parser {
  const usage = fields
    .filter(({ isRequired, isPositional }) => isRequired || isPositional)
    .map(({ isPositional, placeholder, ...field }) =>
      isPositional ? placeholder : `--${field.name} ${placeholder}`,
    );
  const parser = parent
    .command(name)
    .summary(summary)
    .description(`${summary}.`)
    .usage([...usage, '[options]'].join(' '));
  const given = new Set<string>();
  // The contract reports missing options, so that all errors appear at once.
  for (const field of fields) {
    if (field.isPositional) parser.addArgument(new Argument(`[${field.name}]`, toExplanation(field)));
    else
      for (const option of toOptions(field)) {
        parser.addOption(option).on(`option:${option.name()}`, () => {
          if (field.kind !== 'list' && given.has(field.key))
            throw usageError(`--${field.name} is given twice.`);
          given.add(field.key);
        });
      }
  }
  return isPaged ? parser.option('--all', 'prints all pages') : parser;
}

function toOptions(field: Field): Option[] {
  const { name, kind, about, placeholder } = field;
  if (kind === 'switch') return [new Option(`--${name}`, about), new Option(`--no-${name}`, 'the opposite')];
  const option = new Option(`--${name} <${placeholder.replaceAll(/[<>]/g, '')}>`, toExplanation(field));
  return [
    option.argParser((value: string, earlier: unknown) => {
      // For `--option --other`, commander would use the next option as the value.
      if (value.startsWith('--')) throw usageError(`Option '${option.flags}' argument missing`);
      if (kind === 'list') return [...(Array.isArray(earlier) ? earlier : []), value];
      return kind === 'number' && /^\d+$/.test(value) ? Number(value) : value;
    }),
  ];
}

/** Returns the description, and the expected values unless the placeholder shows them. */
function toExplanation({ about, expects, placeholder }: Field): string {
  const isSaid = placeholder.includes('|') || (about !== '' && expects === 'an id');
  return [about, isSaid ? '' : expects].filter(Boolean).join('; ');
}
