import type { Costs } from './read-costs.ts';
import { peak, simulateDay } from './simulate-day.ts';
import { averageVisit, behaviour, mapUse, toUse, type Use } from './visits.ts';

const seed = 2026;
const sizes = [10_000, 1_000_000, 100_000_000] as const;
const simulated = 1_000_000;

const toVisitsADay = (listeners: number): number =>
  (listeners * behaviour.visitsPerMonth) / behaviour.daysPerMonth;

const round = (value: number): string =>
  value.toLocaleString('en', value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 });

/** `use` is that of a second. */
const toCells = (use: Use): string[] => [
  round(use.serverMs / 1_000),
  round(use.postgresMs / 1_000),
  round(use.writes),
  round((use.soundBytes * 8) / 1e6),
  round((use.otherBytes * 8) / 1e6),
  round(use.transcribingSeconds),
];

const head = [
  'listeners a month',
  'visits/s',
  'cores of web servers',
  'cores of PostgreSQL',
  'writes/s',
  'sound Mbit/s',
  'the rest Mbit/s',
  'cores transcribing',
  'new sound GB a month',
];

/** Writes what listeners use, as docs/growing.md has it: the sums for three sizes, and a simulated day of the second. */
export function writeFigures(costs: Costs): string {
  const perVisit = toUse(averageVisit, costs);
  const rows = sizes.map((listeners) => {
    const visitsADay = toVisitsADay(listeners);
    const stored = perVisit.storedBytes * visitsADay * behaviour.daysPerMonth;
    const busiest = mapUse((name) => (perVisit[name] * visitsADay * peak) / 86_400);
    const ends = [round(listeners), round((visitsADay * peak) / 86_400)];
    return ends.concat(toCells(busiest), round(stored / 1e9));
  });
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const day = simulateDay(toVisitsADay(simulated), costs, seed);
  const [servers, postgres, writes, sound, , transcribing] = toCells(day.busiestSecond);
  return `${lines.join('\n')}

A simulated day of ${round(simulated)} (seed ${seed}): ${round(day.visits)} visits, at most ${round(day.mostAtOnce)} at once.
In its busiest second it uses ${servers} cores of servers and ${postgres} of PostgreSQL, ${sound} Mbit/s of sound, and writes ${writes} times; its
recordings would keep ${transcribing} cores transcribing if none waited.
`;
}
