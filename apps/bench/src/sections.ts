import { measureAudio } from './workloads/audio.ts';
import type { Workload } from './workloads/bench.ts';
import { measureListeners, measureSearchers } from './workloads/beside.ts';
import { measureDeepPage, measureFeed, measureFirstCalls } from './workloads/feed.ts';
import { measureGrowth } from './workloads/growth.ts';
import { measureLighthouse } from './workloads/lighthouse.ts';
import { measurePhone } from './workloads/phone.ts';
import { measureComments, measureStory } from './workloads/reads.ts';
import { measureRecording, measureSave } from './workloads/save.ts';
import { measureSearch, measureSpoken, measureTags } from './workloads/search.ts';
import { measureStart } from './workloads/start.ts';
import { measureFollows, measureNewComments, measureVotes } from './workloads/writes.ts';

interface Section {
  readonly measure: Workload;
  /** Beyond it the section is given up, and its rows say so. */
  readonly limitSeconds: number;
}

/** In the order of the table. */
export const sections = {
  // Parse Server fills its tables at its first start.
  feed: { measure: measureFeed, limitSeconds: 900 },
  deep: { measure: measureDeepPage, limitSeconds: 90 },
  first: { measure: measureFirstCalls, limitSeconds: 90 },
  story: { measure: measureStory, limitSeconds: 120 },
  comments: { measure: measureComments, limitSeconds: 120 },
  vote: { measure: measureVotes, limitSeconds: 120 },
  follow: { measure: measureFollows, limitSeconds: 60 },
  comment: { measure: measureNewComments, limitSeconds: 60 },
  save: { measure: measureSave, limitSeconds: 240 },
  audio: { measure: measureAudio, limitSeconds: 90 },
  listeners: { measure: measureListeners, limitSeconds: 200 },
  searchers: { measure: measureSearchers, limitSeconds: 120 },
  tags: { measure: measureTags, limitSeconds: 120 },
  search: { measure: measureSearch, limitSeconds: 180 },
  spoken: { measure: measureSpoken, limitSeconds: 120 },
  growth: { measure: measureGrowth, limitSeconds: 3_600 },
  recording: { measure: measureRecording, limitSeconds: 200 },
  phone: { measure: measurePhone, limitSeconds: 400 },
  lighthouse: { measure: measureLighthouse, limitSeconds: 700 },
  start: { measure: measureStart, limitSeconds: 120 },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[]; // the keys of a constant
