/** The cost of one request, in milliseconds of a processor. */
export interface Cost {
  readonly serverMs: number;
  readonly postgresMs: number;
}

/** The rows of docs/performance.md that a visit is made of, by how they begin. */
const rows = {
  page: 'HTML of /',
  start: 'settings, session and feed in one call',
  sharedFeed: 'feed, page 1, as browsers see it',
  ownFeed: 'feed, page 1 of 20, computed for each request',
  story: 'story view',
  comments: 'comments of a story',
  vote: 'vote, many stories',
  comment: 'comment',
  range: 'audio, ranges of 64 KiB',
} as const;

export type Costs = Readonly<Record<keyof typeof rows, Cost>>;

/** Reads the costs that the bench has measured from its page. Throws an Error that names a row without them. */
export function readCosts(page: string): Costs {
  const lines = page.split('\n');
  const toCost = (start: string): Cost => {
    const line = lines.find((each) => each.startsWith(`| ${start} |`) || each.startsWith(`| ${start} (`));
    const [, server, postgres] = /([\d.]+) \+ ([\d.]+) ms of CPU/.exec(line ?? '') ?? [];
    if (server === undefined) throw new Error(`docs/performance.md has no cost of '${start}'`);
    return { serverMs: Number(server), postgresMs: Number(postgres) };
  };
  return Object.fromEntries(Object.entries(rows).map(([name, start]) => [name, toCost(start)])) as Costs; // the keys of rows
}
