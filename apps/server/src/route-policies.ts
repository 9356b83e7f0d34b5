import type { Policy } from '@relato/api';

interface RoutePolicy extends Policy {
  /** For the page of policies. */
  readonly what: string;
}

/** Every address that is no procedure, and who may ask for it. What is not here fails a test. HEAD goes as GET. */
export const routePolicies = {
  'ALL /trpc/*': { what: 'the procedures, each by its own policy', caller: 'anyone' },
  'POST /upload': { what: 'begins an upload', caller: 'signedIn', target: 'own', limits: ['upload'] },
  'GET /upload/:id': {
    what: 'says how far an upload is (HEAD only)',
    caller: 'signedIn',
    target: 'own',
    limits: ['upload'],
  },
  'PATCH /upload/:id': { what: 'goes on with it', caller: 'signedIn', target: 'own', limits: ['upload'] },
  'GET /audio/:storyId': {
    what: 'the audio of a story',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
  'GET /export': { what: 'all that is kept of who asks', caller: 'signedIn', limits: ['export'] },
  'GET /auth/:provider': { what: 'leads to Google or Facebook', caller: 'anyone', limits: ['oauth'] },
  'GET /auth/:provider/callback': { what: 'the way back from there', caller: 'anyone', limits: ['oauth'] },
  'GET /livez': { what: 'whether the process runs', caller: 'anyone' },
  'GET /readyz': { what: 'whether it can do its work', caller: 'anyone' },
  'GET /*': { what: 'the built web app', caller: 'anyone' },
} as const satisfies Readonly<Record<string, RoutePolicy>>;

export type RouteName = keyof typeof routePolicies;
