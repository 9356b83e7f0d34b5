import { DomainError, rateLimits, type RateLimit } from '@relato/contract';
import type { Context, Viewer } from './context.ts';
import type { Policy } from './policies.ts';

type Call = Pick<Context, 'viewer'> & {
  readonly services: Pick<Context['services'], 'rateLimiter'>;
  readonly request: Pick<Context['request'], 'network' | 'wideNetwork'>;
};

/**
 * Counts a call against the limits of its policy and asks whether this viewer may make it. `getInput` is what it names
 * the account by. Throws RATE_LIMITED, UNAUTHENTICATED, PROFILE_INCOMPLETE or FORBIDDEN.
 */
export async function enforcePolicy(
  policy: Policy,
  call: Call,
  getInput: () => Promise<unknown> = async () => null,
): Promise<void> {
  const { limits = [], visitorLimits = limits, searchLimits = [] } = policy;
  const always = call.viewer ? limits : visitorLimits;
  const searching = searchLimits.length > 0 && searches(await getInput()) ? searchLimits : [];
  for (const name of [...always, ...searching]) {
    const subject = await toSubject(rateLimits[name].per, call, getInput);
    await call.services.rateLimiter.consume(name, subject);
    const { network, wideNetwork } = call.request;
    if (subject === network && wideNetwork)
      await call.services.rateLimiter.consume(name, wideNetwork, 'wide');
  }
  requireCaller(policy, call.viewer);
}

/** Throws UNAUTHENTICATED, PROFILE_INCOMPLETE or FORBIDDEN for who is not at least this. */
function requireCaller({ caller, memberNeedsName }: Policy, viewer: Viewer | null): void {
  if (memberNeedsName && viewer && viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  if (caller === 'anyone') return;
  if (!viewer) throw new DomainError('UNAUTHENTICATED');
  if (caller === 'signedIn') return;
  if (viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  if (caller === 'named' || viewer.role === 'administrator') return;
  if (caller === 'administrator' || viewer.role !== 'moderator') throw new DomainError('FORBIDDEN');
}

/** For whom a call counts. */
async function toSubject(
  per: RateLimit['per'],
  { viewer, request }: Call,
  getInput: () => Promise<unknown>,
): Promise<string> {
  switch (per) {
    case 'all':
      return 'all';
    case 'address':
      return request.network;
    case 'viewer':
      return viewer?.id ?? request.network;
    case 'account':
      return toAccount(await getInput()) ?? request.network;
  }
}

const searches = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'search' in input && Boolean(input.search);

/** As the database compares addresses; what is none counts for its sender and is refused later. */
function toAccount(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('email' in input)) return null;
  return typeof input.email === 'string' ? input.email.trim().toLowerCase() : null;
}
