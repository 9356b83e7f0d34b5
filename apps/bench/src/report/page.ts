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

const limitsOfRows = `- **Story, comments, audio**: what each call pays beside its statement: JSON, headers, counts, policy and the collector.
  Node + pg has none of the checks.
- **Feed, computed**: PostgreSQL takes as long as for node + pg; the rest is the JSON of 37 kB. It costs every server the same, so none
  reaches the bars of Parse Server and Directus with a page that is computed for each request.
- **Save**: eight flushes of the disk, where the durable write has three; each byte is written to the log of the database, too
  ([decision 19](decisions/0019-storage.md)).
- **Searches**: the longest look up several common words, or all stories with the trigrams of a phrase. The index of transcripts knows no
  positions, so a phrase is compared with each story that has its words ([decision 16](decisions/0016-search.md)).
- **Tags**: a rare one is asked for twice, in the first stories of the feed and then in the index.
- **Taps on a slow phone**: the longest of four, which in some visits comes while a list is rendered.
- **Stop → transcript**: decoding the recording, without which nothing is known to be sound
  ([decision 13](decisions/0013-sound-engine.md)).`;

const notes = `- **Data**: one user for five stories; as many votes, comments and follows as stories, by Zipf's law with exponent 1.1;
  transcripts of 1.1 kB on average. The 64 most voted stories have word timings and 2 MB of audio.
- **node + pg** is the limit: \`node:http\` and one statement that builds the JSON of the same page, without sessions, limits,
  validation and security headers ([hand-written.ts](../apps/bench/src/peers/hand-written.ts)). The peers are set up as their tutorials do,
  on the same tables or a copy of them ([decision 26](decisions/0026-tests-and-benchmarks.md)).
- **Computed for each request**: every request has another cursor above the first story.
- **Phone**: Chromium with 1.6/0.75 Mbit/s, 150 ms and a CPU slowed down four times, without a cache; bytes are what came over the wire.
- **Again**: \`npm run bench -- --only feed,audio\` repeats sections and keeps the other rows; \`--full\` measures longer and adds ten
  million stories.`;
