import { cpus, totalmem } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawGrowth } from './growth-drawing.ts';
import type { Result } from './results.ts';
import { verdictOf, type Row } from './rows.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url));

const describeMachine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() || 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
};

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const toLine = ({ workload, bar, measured, note }: Row, verdict: string): string => {
  const cells = [workload, bar ?? '', note ? `${measured} <br> ${note}` : measured, verdict];
  return `| ${cells.map(escapeCell).join(' | ')} |`;
};

/** Writes docs/performance.md and the drawing of growth from the results of all sections that have any. */
export async function writePage(results: readonly Result[]): Promise<void> {
  const rows = results.flatMap(({ rows: each }) => each);
  const points = rows.flatMap(({ points: each }) => each ?? []);
  const commands = [...new Set(results.map(({ command }) => command))];
  const judged = rows.filter(({ bar, holds }) => bar !== null && holds !== null);
  const short = judged.filter(({ holds }) => holds === false);
  const stories = Math.max(...results.map((result) => result.stories));
  const table = rows.map((row) => toLine(row, verdictOf(row)));
  const text = `# Performance

Measured by ${commands.map((command) => `\`${command}\``).join(', ')} on ${stories.toLocaleString('en')} stories: ${judged.length - short.length} of ${judged.length} bars hold.

Machine: ${describeMachine()}. The server, PostgreSQL, the peers and the load share its processors, so a rate says little by
itself: what counts is the ratio to a peer on the same data in the same run, measured in turns, and the CPU time of a request
(server + PostgreSQL). Rates are medians of the rounds, with the lowest and the highest.

| workload | bar | measured | |
| --- | --- | --- | --- |
${table.join('\n')}

${points.length > 0 ? '![Time of a feed page over the number of stories](performance-growth.svg)\n' : ''}
## What limits it

${limitsOfRows}

## How it is measured

${notes}
`;
  await writeFile(fileOf('performance.md'), text);
  if (points.length > 0) await writeFile(fileOf('performance-growth.svg'), drawGrowth(points));
}

const limitsOfRows = `What profiles showed, where a bar is near or missed, and what was tried; the decisions have the figures.

- **Story, comments, audio**: what each call pays beside its statement. Node's thread takes 70 µs for it, of them tRPC's copies of the
  call, JSON, headers, counts and the collector, each a few; \`pg\` takes 36 µs for a story, 33 for a column of ready JSON
  ([decision 41](decisions/0041-cheap-reads.md)). Node + pg has none of the checks.
- **Feed, computed**: PostgreSQL takes as long as for node + pg. The server's part is the JSON of 37 kB and what the collector has to move.
- **Parse Server, Directus**: node + pg itself answers three to four and eleven to thirteen times as many pages as they do, so no server
  reaches their bars with a page that is computed for each request: the JSON of 37 kB costs each of them the same. Of the page as browsers
  see it, some seventeen and seventy times as many are answered.
- **Save**: eight flushes of the disk, where the durable write has three: announcing, opening, the bytes, naming the object, the file and
  its folder, the end of the upload, the story. Each of the two megabytes is written twice, to the log of the database as it arrives
  and to the file ([decision 55](decisions/0055-storage-past-one-disk.md)).
- **Searches**: each step is planned for its values, 0.3 ms; the longest ones look up several common words, or all stories with the
  trigrams of a phrase ([decision 43](decisions/0043-search-at-a-million.md)). In the seconds after a start of the database they read their
  lists from the disk, and those that take more than 250 ms are refused.
- **Searches in transcripts**: the index knows no positions, so a phrase is compared with each story that has its words, and three
  letters are the beginning of some four thousand stories, which are sorted ([decision 51](decisions/0051-search-in-what-was-said.md)).
- **Tags**: PostgreSQL takes 1.3 ms for a common tag and 1.8 for a rare one, for which it is asked twice: the first 200 stories of the feed
  have none of it, and only then is it looked up. Plans that are prepared once save 0.3 ms and may read the whole table for a rare one.
- **Taps on a slow phone**: the longest of four taps, which in some visits comes while a list is rendered: 80 to 170 ms at a quarter of the
  speed. The medians of five runs went from 64 to 144 ms. To begin another list with four cards instead of seven changed nothing.
- **Stop → transcript**: 1.5 s of the processor, nearly all of it for decoding the recording, without which nothing is known to be sound.
  Decoding at 16 kHz and waking the next job took 1.4 s from it ([decision 14](decisions/0014-inspection-apart.md)).`;

const notes = `- **Data**: one user for five stories; as many votes, comments and follows as stories, by Zipf's law with exponent 1.1;
  transcripts of 1.1 kB on average; some thirty common tags, and rare ones that eight stories have. The 64 most voted stories
  have word timings and 2 MB of audio.
- **node + pg** is the limit: \`node:http\` and one statement of SQL that builds the JSON of the same page, without sessions,
  limits, validation and security headers ([hand-written.ts](../apps/bench/src/peers/hand-written.ts)). **Express + Prisma** and
  **PostGraphile** are set up as their tutorials do, on the same tables, and answer with the same fields. **Directus** runs on the same
  tables, and **Parse Server** on a copy of them, because it reads only tables that it made
  ([decision 46](decisions/0046-benchmarks.md)).
- **Computed for each request**: every request has another cursor above the first story, so that no shared page answers it.
- **Phone**: Chromium with 1.6/0.75 Mbit/s, 150 ms and a CPU slowed down four times, without a cache; bytes are what came over
  the wire, headers included. Taps are touches on buttons of the first screen and on a link.
- **Again**: \`npm run bench -- --only feed,audio\` repeats sections and keeps the other rows; \`--full\` measures longer and adds
  ten million stories. The filled databases stay in \`.cache/bench\`.`;
