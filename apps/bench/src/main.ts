// `npm run bench` fills databases, measures every workload beside its peers, prints the table and writes
// docs/performance.md.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { createPeers, type Bench, type Workload } from './bench.ts';
import { prepareDataFolder } from './data/data-folder.ts';
import { countUsers } from './data/facts.ts';
import { prepareSessions } from './data/sessions.ts';
import { handleSignals } from './processes/at-end.ts';
import { installPeers } from './processes/peers.ts';
import { startRelato } from './processes/relato.ts';
import { writePage } from './report/page.ts';
import { verdictOf, type Row } from './report/rows.ts';
import { measureListeners, measureSearchers } from './workloads/beside.ts';
import { measureDeepPage, measureFeed, measureFirstCalls } from './workloads/feed.ts';
import { measureGrowth } from './workloads/growth.ts';
import { measureAudio, measureComments, measureStory } from './workloads/reads.ts';
import { measureRecording, measureSave } from './workloads/save.ts';
import { measureLighthouse, measurePhone } from './workloads/screens.ts';
import { measureOrders, measureSearch, measureSpoken, measureTags } from './workloads/search.ts';
import { measureStart } from './workloads/start.ts';
import { measureWalks } from './workloads/walks.ts';
import { measureWatched } from './workloads/watched.ts';
import { measureFollows, measureNewComments, measureVotes } from './workloads/writes.ts';

/** The sections in the order of the table. */
const sections: ReadonlyMap<string, Workload> = new Map([
  ['feed', measureFeed],
  ['deep', measureDeepPage],
  ['first', measureFirstCalls],
  ['story', measureStory],
  ['comments', measureComments],
  ['vote', measureVotes],
  ['follow', measureFollows],
  ['comment', measureNewComments],
  ['save', measureSave],
  ['audio', measureAudio],
  ['listeners', measureListeners],
  ['searchers', measureSearchers],
  ['orders', measureOrders],
  ['walks', measureWalks],
  ['tags', measureTags],
  ['search', measureSearch],
  ['spoken', measureSpoken],
  ['growth', measureGrowth],
  ['watched', measureWatched],
  ['recording', measureRecording],
  ['phone', measurePhone],
  ['lighthouse', measureLighthouse],
  ['start', measureStart],
]);
/** The time limit of a section, whose row then reports it. Filling ten million stories takes most of it. */
const sectionLimitMs = 3_600_000;

const { values } = parseArgs({
  options: {
    /** Longer rounds and more visits. */
    long: { type: 'boolean', default: false },
    /** Like `long`, with ten million stories. */
    full: { type: 'boolean', default: false },
    /** The sections to measure. The rows of the others stay from an earlier run. */
    only: { type: 'string', default: [...sections.keys()].join(',') },
    stories: { type: 'string', default: '1000000' },
  },
});
const names = values.only.split(',');
const stories = Number(values.stories);
if (names.some((name) => !sections.has(name)) || !Number.isInteger(stories) || stories < 1_000)
  throw new Error(
    `npm run bench -- [--long | --full] [--only feed,story] [--stories 1000000]\nSections: ${[...sections.keys()].join(', ')}`,
  );
const isLong = values.long || values.full;
const rounds = isLong
  ? { connections: 16, rounds: 5, roundMs: 4_000, warmUpMs: 2_000 }
  : { connections: 16, rounds: 3, roundMs: 1_500, warmUpMs: 1_000 };

const report = (step: string): void =>
  void process.stdout.write(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${step}\n`);

/** A section that fails or takes too long becomes a row with the reason, and the others continue. */
async function measureSection(name: string, bench: Bench): Promise<readonly Row[]> {
  const tooLong = delay(sectionLimitMs, null, { ref: false }).then((): never => {
    throw new Error('It took too long');
  });
  try {
    return await Promise.race([sections.get(name)?.(bench) ?? [], tooLong]);
  } catch (error) {
    return [
      {
        workload: name,
        bar: 'can be measured',
        measured: '',
        holds: false,
        note: String(error).slice(0, 300),
      },
    ];
  }
}

handleSignals();
await installPeers(report);
const dataDir = await prepareDataFolder(stories, report);
const transcriber = await startFakeAssemblyAI({ processingMs: 0 });
const relato = await startRelato(dataDir, {
  ASSEMBLYAI_API_KEY: transcriber.apiKey,
  ASSEMBLYAI_BASE_URL: transcriber.url,
});
const peers = createPeers(relato.databaseUrl, join(dataDir, 'audio'));
const users = countUsers(stories);
await prepareSessions(relato, users);
const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
  ' ',
);
// The seed differs for each run, because the rows of earlier runs still exist.
const seed = randomInt(2 ** 30);
const bench: Bench = {
  relato,
  peers,
  stories,
  users,
  rounds,
  isLong,
  isFull: values.full,
  seed,
  transcriber,
  report,
};
try {
  for (const name of names) {
    report(name);
    const rows = await measureSection(name, bench);
    for (const row of rows)
      report(`  ${[row.workload, row.bar ?? '', row.measured, verdictOf(row), row.note ?? ''].join(' | ')}`);
    await writePage({ [name]: { command, stories, rows } }, [...sections.keys()], stories);
  }
} finally {
  await peers.stop();
  await relato.stop();
  await transcriber.stop();
}
// A missed bar is not a failure. Exiting ends the rest of abandoned sections.
process.exit();
