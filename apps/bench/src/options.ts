import { parseArgs } from 'node:util';
import { sectionNames, type SectionName } from './sections.ts';

export interface Options {
  /** Longer rounds and more visits. */
  readonly isLong: boolean;
  /** The same, and ten million stories. */
  readonly isFull: boolean;
  /** The sections to measure; the rows of the others stay as an earlier run left them. */
  readonly only: readonly SectionName[];
  /** The number of stories that the workloads run on. */
  readonly stories: number;
  /** As it was typed, for the page. */
  readonly command: string;
}

const usage = `npm run bench -- [--long | --full] [--only ${sectionNames.slice(0, 3).join(',')},…] [--stories 1000000]`;

/** Throws with the usage for options that do not exist. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      full: { type: 'boolean' },
      long: { type: 'boolean' },
      only: { type: 'string' },
      stories: { type: 'string' },
    },
  });
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const only = values.only?.split(',') ?? sectionNames;
  const unknown = only.filter((name) => !sectionNames.includes(name as SectionName));
  const stories = Number(values.stories ?? 1_000_000);
  if (unknown.length > 0 || !Number.isInteger(stories) || stories < 1_000)
    throw new Error(`${usage}\nSections: ${sectionNames.join(', ')}`);
  // Every name is known by now.
  const isFull = values.full ?? false;
  return {
    isFull,
    isLong: isFull || (values.long ?? false),
    only: only as readonly SectionName[],
    stories,
    command,
  };
}
