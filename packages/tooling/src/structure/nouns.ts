/** The nouns of the product. Each has the same name in every place. */
export const nouns = [
  'account',
  'admin',
  'appeals',
  'blocks',
  'collections',
  'comments',
  'corrections',
  'follows',
  'news',
  'profiles',
  'questions',
  'reactions',
  'recordings',
  'reports',
  'settings',
  'stories',
  'transcription',
  'users',
] as const;
type Noun = (typeof nouns)[number];

export interface Place {
  readonly what: string;
  /** The path of a noun in this place. A folder ends with a slash. */
  readonly pathOf: (noun: string) => string;
  /** Matches every path in this place that must belong to a noun, whose name is the first group. */
  readonly pattern: RegExp;
  /** Other names in this place, with the reason. `testing` may be anywhere. */
  readonly others: Readonly<Record<string, string>>;
}

export const places = {
  contract: {
    what: 'folder of the contract',
    pathOf: (noun) => `packages/contract/src/${noun}/`,
    pattern: /^packages\/contract\/src\/([^/]+)\//,
    others: {
      player: 'the numbers of the player, which is no noun of the server',
      text: 'what holds for the texts of every noun',
    },
  },
  api: {
    what: 'folder of the API',
    pathOf: (noun) => `packages/api/src/${noun}/`,
    pattern: /^packages\/api\/src\/([^/]+)\//,
    others: {
      jobs: 'the queue of work outside requests',
      mail: 'the queue of mails, their links and how many a mailbox gets',
      rpc: 'what every procedure is called through',
    },
  },
  web: {
    what: 'feature of the web app',
    pathOf: (noun) => `apps/web/src/features/${noun}/`,
    pattern: /^apps\/web\/src\/features\/([^/]+)\//,
    others: {
      player: 'plays whatever has sound, and no table, procedure or page is called so',
    },
  },
  prisma: {
    what: 'file of the Prisma schema',
    pathOf: (noun) => `prisma/schema/${noun}.prisma`,
    pattern: /^prisma\/schema\/([^/]+)\.prisma$/,
    others: { base: 'the generator and the data source' },
  },
  e2e: {
    what: 'folder of end-to-end tests',
    pathOf: (noun) => `apps/web/e2e/${noun}/`,
    pattern: /^apps\/web\/e2e\/([^/]+)\//,
    others: { app: 'journeys through several nouns' },
  },
} as const satisfies Readonly<Record<string, Place>>;
type PlaceName = keyof typeof places;

/** The places in which a noun is missing, with the reason. */
export type Exceptions = Readonly<Partial<Record<Noun, Readonly<Partial<Record<PlaceName, string>>>>>>;

export const exceptions: Exceptions = {
  admin: { e2e: 'its parts are shown on the screen of moderators only, tested whole in e2e/app' },
  settings: { web: 'every feature reads them, so they are in lib/settings' },
};
