import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../command.ts';
import { run } from '../run.ts';

interface TypingOptions {
  /** The answers to the questions, in order. Null stands for a command without a terminal. */
  readonly answers?: readonly string[] | null;
  readonly environment?: Io['environment'];
}

export interface Output {
  readonly code: number;
  readonly printed: readonly string[];
  readonly errors: readonly string[];
  readonly questions: readonly string[];
}

export interface Terminal {
  readonly sessionFile: string;
  /** A terminal whose output is ignored. */
  readonly io: Io;
  /** Runs a command line. `more` are arguments that contain spaces. */
  readonly type: (line: string, more?: readonly string[], typing?: TypingOptions) => Promise<Output>;
  /** Runs a command line with `--json` and returns the value that it prints. */
  readonly readJson: (line: string, more?: readonly string[], typing?: TypingOptions) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** A terminal with its own session file. */
export async function createTerminal(): Promise<Terminal> {
  const home = await mkdtemp(join(tmpdir(), 'relato-admin-'));
  const sessionFile = join(home, 'relato', 'session.json');
  const type: Terminal['type'] = async (line, more = [], { answers = null, environment = {} } = {}) => {
    const [printed, errors, questions]: string[][] = [[], [], []];
    const left = [...(answers ?? [])];
    const code = await run([...line.split(' ').filter(Boolean), ...more], {
      print: (text) => void printed?.push(text),
      printError: (text) => void errors?.push(text),
      ask: async (question) => {
        questions?.push(question);
        return left.shift() ?? '';
      },
      isInteractive: answers !== null,
      wait: async () => {},
      sessionFile,
      environment,
    });
    return { code, printed: printed ?? [], errors: errors ?? [], questions: questions ?? [] };
  };
  const io: Io = {
    print: () => {},
    printError: () => {},
    ask: async () => '',
    isInteractive: false,
    wait: async () => {},
    sessionFile,
    environment: {},
  };
  return {
    sessionFile,
    io,
    type,
    readJson: async (line, more, typing) => {
      const { code, printed, errors } = await type(`${line} --json`, more, typing);
      if (code !== 0 || printed.length !== 1) throw new Error([code, ...printed, ...errors].join('\n'));
      return JSON.parse(printed[0] ?? '');
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}
