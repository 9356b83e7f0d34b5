import { readFile } from 'node:fs/promises';
import {
  formatDuration,
  limits,
  saveWatchedListInput,
  watchedListInput,
  type WatchedTrial,
} from '@relato/contract';
import { serverLimits } from '@relato/contract/server-limits';
import { z } from 'zod';
import type { AdminClient } from '../client.ts';
import { local, noInput, procedure, type Io } from '../command.ts';
import { usageError } from '../errors.ts';
import { toRecord, toTable, toYesOrNo } from '../table.ts';
import { untilAdmitted } from '../until-admitted.ts';

const about = { name: 'the list, as `words list` names it' };
const { days } = limits.watched.trial;

const toCount = ({ found, tested }: WatchedTrial): string => `${found} of ${tested} stories`;

/** Leaves room in the body of a call for the name and the weight. */
const maxPartBytes = serverLimits.body.maxBytes - 2_000;

/** Divides words among as few calls as possible, because only a list in one call is saved as a whole. */
function toParts(words: readonly string[]): string[][] {
  const parts: [string[], ...string[][]] = [[]];
  let [part] = parts;
  let bytes = 0;
  for (const word of words) {
    const size = Buffer.byteLength(JSON.stringify(word));
    if (bytes + size > maxPartBytes) {
      parts.push((part = []));
      bytes = 0;
    }
    part.push(word);
    bytes += size;
  }
  return parts;
}

async function tryToTheEnd(io: Io, client: AdminClient, name: string): Promise<WatchedTrial> {
  for (let goesOn = false; ; goesOn = true) {
    const trial = await untilAdmitted(io, () => client.reports.tryWatchedList.mutate({ name, goesOn }));
    if (trial.isDone) return trial;
  }
}

const switchTo = (isOn: boolean, summary: string) =>
  procedure(`words ${isOn ? 'on' : 'off'} <name>`, watchedListInput, {
    summary,
    about,
    call: (client, { name }) => client.reports.switchWatchedList.mutate({ name, isOn }),
    print: isOn ? 'On' : 'Off',
  });

export const words = [
  procedure('words list', noInput, {
    summary: 'Lists the lists of words that put a story before a moderator, and hide nothing',
    call: (client) => client.reports.watchedLists.query(),
    print: (lists) =>
      lists.length === 0
        ? ['No lists']
        : toTable(
            lists.map((list) => ({
              LIST: list.name,
              ON: toYesOrNo(list.isOn),
              WEIGHT: list.weight,
              WORDS: list.wordsCount,
              CHANGED: list.updatedAt,
              TRIED: list.trial?.isDone ? toCount(list.trial) : null,
            })),
          ),
  }),
  local(
    'words save <name>',
    z.object({
      name: watchedListInput.shape.name,
      weight: saveWatchedListInput.shape.weight,
      file: z.string().optional(),
    }),
    {
      summary:
        'Creates a list from a file with a word or a phrase a line, or gives it other words, which switches it off; without a file it gets another weight',
      about: {
        ...about,
        weight: `a story is put before a moderator from ${limits.watched.reportFrom} on, the sum of its lists`,
        file: 'the file; empty lines do not count',
      },
      run: async ({ io, connect }, { name, weight, file }) => {
        if (file === undefined) {
          const input = { name, weight, words: [], adds: true };
          const count = await (await connect()).reports.saveWatchedList.mutate(input);
          return { value: count, toLines: () => [`Saved the weight of ${count} words`] };
        }
        const text = await readFile(file, 'utf8').catch((cause: unknown) => {
          throw usageError(`${file} cannot be read: ${cause instanceof Error ? cause.message : ''}`);
        });
        const lines = text.split(/\r?\n/u).map((line) => line.trim());
        for (const [index, word] of lines.entries()) {
          const [issue] = saveWatchedListInput.shape.words.safeParse([word]).error?.issues ?? [];
          if (word !== '' && issue) throw usageError(`${file}:${index + 1}: ${issue.message}`);
        }
        const typed = lines.filter((word) => word !== '');
        const client = await connect();
        const isOn = async () =>
          (await client.reports.watchedLists.query()).some((each) => each.name === name && each.isOn);
        const wasOn = await isOn();
        let value = 0;
        for (const [index, part] of toParts(typed).entries()) {
          const input = { name, weight, words: part.length > 0 ? [part.join('\n')] : [], adds: index > 0 };
          value = await untilAdmitted(io, () => client.reports.saveWatchedList.mutate(input));
        }
        const staysOn = wasOn && (await isOn());
        const off = wasOn ? ', which switched the list off' : '';
        const end = staysOn ? '; the list stays on' : `${off}. Try them: words try`;
        return { value, toLines: () => [`Saved ${value} words${end}`] };
      },
    },
  ),
  procedure('words try <name>', watchedListInput, {
    summary: `Looks for the words of a list in the stories of the last ${days} days, and reports nothing`,
    about,
    call: (client, { name }, _confirm, { io }) => tryToTheEnd(io, client, name),
    print: (trial) => [
      ...toRecord({ Found: toCount(trial) }),
      ...toTable(
        trial.examples.map(({ storyId, word, field, atMs }) => ({
          STORY: storyId,
          WORD: word,
          IN: field,
          AT: atMs === null ? '' : formatDuration(atMs),
        })),
      ),
    ],
  }),
  switchTo(true, 'Switches a list on whose words were tried'),
  switchTo(false, 'Switches a list off'),
  procedure('words delete <name>', watchedListInput, {
    summary: 'Deletes a list; what it put before moderators stays there',
    about,
    ask: ({ name }) => `Delete the list ${name}?`,
    call: (client, input) => client.reports.deleteWatchedList.mutate(input),
    print: 'Deleted',
  }),
];
