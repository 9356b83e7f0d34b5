import { hash } from '../generator/random.ts';
import type { Costs } from './read-costs.ts';
import { behaviour, mapUse, noUse, toUse, type Use, type Visit } from './visits.ts';

const daySeconds = 86_400;

export interface Day {
  readonly visits: number;
  readonly total: Use;
  /** The second in which most is used, of each kind by itself, with what visits use spread over them. */
  readonly busiestSecond: Use;
  /** Visits under way at the same time. */
  readonly mostAtOnce: number;
}

/** Returns numbers from 0 to 1 that depend on the seed alone. */
function createRandom(seed: number): () => number {
  let index = 0;
  return () => hash((index += 1), seed) / 2 ** 32;
}

/** Returns a number of events whose mean is `mean`. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let events = 0;
  for (let left = random(); left > limit; left *= random()) events += 1;
  return events;
}

/** The sharper, the more visits come in the evening. */
const sharpness = 1.3;
const busiestHour = 21;
const toWave = (second: number): number =>
  Math.exp(sharpness * Math.cos((second / daySeconds - busiestHour / 24) * 2 * Math.PI));
const averageWave =
  Array.from({ length: 1_440 }, (_, minute) => toWave(minute * 60)).reduce((sum, each) => sum + each) / 1_440;

/** The visits of the busiest moment for each of an average one. */
export const peak = toWave((busiestHour / 24) * daySeconds) / averageWave;

/** Draws a visit. Its averages are those of `averageVisit`. */
function drawVisit(random: () => number): Visit {
  const stories = poisson(behaviour.storiesPerVisit, random);
  // Most stories are left early, and a few are heard to the end of a long one.
  const mean = behaviour.storySeconds * behaviour.heard;
  let heardSeconds = 0;
  for (let story = 0; story < stories; story += 1) heardSeconds -= Math.log(1 - random()) * mean;
  return {
    isMember: random() < behaviour.membersShare ? 1 : 0,
    isNew: random() < behaviour.newShare ? 1 : 0,
    feedPages: 1 + poisson(behaviour.feedPagesPerVisit - 1, random),
    stories,
    heardSeconds,
    votes: poisson(behaviour.votesPerVisit, random),
    comments: poisson(behaviour.commentsPerVisit, random),
    recordedSeconds: random() < behaviour.recordsShare ? behaviour.recordedSeconds * 2 * random() : 0,
  };
}

const sum = (all: readonly Use[], name: keyof Use): number =>
  all.reduce((value, each) => value + each[name], 0);

/** Lets the visits of a day come and go at random. The same seed gives the same day. */
export function simulateDay(visitsADay: number, costs: Costs, seed: number): Day {
  const random = createRandom(seed);
  let [visits, total, running, busiestSecond, atOnce, mostAtOnce] = [0, noUse, noUse, noUse, 0, 0];
  // The use of each second that ends with the visits that end in a second.
  const endings = new Map<number, Use[]>();
  for (let second = 0; second < daySeconds; second += 1) {
    const ended = endings.get(second) ?? [];
    endings.delete(second);
    atOnce -= ended.length;
    const begun: Use[] = [];
    const expected = ((visitsADay / daySeconds) * toWave(second)) / averageWave;
    for (let left = poisson(expected, random); left > 0; left -= 1) {
      const visit = drawVisit(random);
      const use = toUse(visit, costs);
      const lastsSeconds = Math.max(10, Math.ceil(visit.heardSeconds + visit.recordedSeconds));
      const each = mapUse((name) => use[name] / lastsSeconds);
      endings.set(second + lastsSeconds, [...(endings.get(second + lastsSeconds) ?? []), each]);
      begun.push(each);
      total = mapUse((name) => total[name] + use[name]);
    }
    visits += begun.length;
    atOnce += begun.length;
    if (begun.length + ended.length > 0) {
      running = mapUse((name) => running[name] + sum(begun, name) - sum(ended, name));
      busiestSecond = mapUse((name) => Math.max(busiestSecond[name], running[name]));
      mostAtOnce = Math.max(mostAtOnce, atOnce);
    }
  }
  return { visits, total, busiestSecond, mostAtOnce };
}
