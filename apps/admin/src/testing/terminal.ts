import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../command.ts';
import { run } from '../run.ts';

interface Typing {
  /** What is answered to questions, in turn; null: nobody is there. */
  readonly answers?: readonly string[] | null;
  readonly environment?: Io['environment'];
}

export interface Said {
  readonly code: number;
  readonly printed: readonly string[];
  readonly complaints: readonly string[];
  readonly questions: readonly string[];
}

export interface Terminal {
  readonly sessionFile: string;
  /** One command line: its words, and then words with spaces. */
  readonly type: (line: string, more?: readonly string[], typing?: Typing) => Promise<Said>;
  /** What `--json` prints. */
  readonly readJson: (line: string, more?: readonly string[], typing?: Typing) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Somebody at a terminal in a home of their own. */
export async function createTerminal(): Promise<Terminal> {
  const home = await mkdtemp(join(tmpdir(), 'relato-admin-'));
  const sessionFile = join(home, 'relato', 'session.json');
  const type: Terminal['type'] = async (line, more = [], { answers = null, environment = {} } = {}) => {
    const [printed, complaints, questions]: string[][] = [[], [], []];
    const left = [...(answers ?? [])];
    const code = await run([...line.split(' ').filter(Boolean), ...more], {
      print: (text) => void printed?.push(text),
      complain: (text) => void complaints?.push(text),
      ask: async (question) => {
        questions?.push(question);
        return left.shift() ?? '';
      },
      isInteractive: answers !== null,
      sessionFile,
      environment,
    });
    return { code, printed: printed ?? [], complaints: complaints ?? [], questions: questions ?? [] };
  };
  return {
    sessionFile,
    type,
    readJson: async (line, more, typing) => {
      const { code, printed, complaints } = await type(`${line} --json`, more, typing);
      if (code !== 0 || printed.length !== 1) throw new Error([code, ...printed, ...complaints].join('\n'));
      return JSON.parse(printed[0] ?? '');
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}
