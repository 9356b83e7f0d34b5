import { DomainError, rateLimits, type RateLimit, type RateLimitName, type UserId } from '@relato/contract';
import type { Context, Services, Viewer } from './context.ts';

/** The minimum level of a caller. Each level includes those after it. `named`: signed in, and with a username. */
type CallerLevel = 'anyone' | 'signedIn' | 'named' | 'moderator' | 'administrator';

/** The authorization of a procedure or route: the callers it accepts, and the rate limits it counts against. */
export interface Policy {
  readonly caller: CallerLevel;
  /**
   * The relation of the caller to the target of the call. Anything that the caller may not see is not found; anything that
   * they see but may not change is FORBIDDEN.
   * - `own`: theirs.
   * - `visible`: visible to them.
   * - `others`: visible to them, and not theirs.
   * - `related`: theirs, or on one of their stories.
   * - `ownIfAny`: theirs; anything else is left alone without an error.
   */
  readonly target?: 'own' | 'visible' | 'others' | 'related' | 'ownIfAny';
  /** Visitors are accepted, but a signed-in caller needs a username, because others see the result. */
  readonly memberNeedsName?: true;
  /** Each of these limits counts every call. Without any, a query counts as `read` and a mutation as `write`. */
  readonly limits?: readonly RateLimitName[];
  /** Replaces `limits` for visitors. */
  readonly visitorLimits?: readonly RateLimitName[];
  /** Added to `limits` for a call that searches for a text. */
  readonly searchLimits?: readonly RateLimitName[];
  /** Others may see a write a little later than its author does, so the query may run on the replica. */
  readonly mayLag?: true;
}

type Call = Pick<Context, 'viewer'> & {
  readonly services: Pick<Context['services'], 'rateLimiter'>;
  readonly request: Pick<Context['request'], 'network' | 'wideNetwork'>;
};

/**
 * Counts the call against the limits of the policy, then checks that the viewer may make it. `getInput` reads the input
 * for the limits that depend on it. Throws RATE_LIMITED, UNAUTHENTICATED, PROFILE_INCOMPLETE or FORBIDDEN.
 */
export async function enforcePolicy(
  policy: Policy,
  call: Call,
  getInput: () => Promise<unknown> = async () => null,
): Promise<void> {
  const { limits = [], visitorLimits = limits, searchLimits = [] } = policy;
  const always = call.viewer ? limits : visitorLimits;
  const searching = searchLimits.length > 0 && searchesText(await getInput()) ? searchLimits : [];
  for (const name of [...always, ...searching]) {
    const subject = toSubject(rateLimits[name].per, call);
    await call.services.rateLimiter.consume(name, subject);
    const { network, wideNetwork } = call.request;
    if (subject === network && wideNetwork)
      await call.services.rateLimiter.consume(name, wideNetwork, 'wide');
  }
  requireCaller(policy, call.viewer);
}

interface KnownCaller {
  readonly rateLimiter: Pick<Services['rateLimiter'], 'requireKnownRoom'>;
  readonly network: string;
  /** The user of the session token at its last lookup, null for a visitor, undefined if unknown. */
  readonly userId: UserId | null | undefined;
}

/**
 * Throws RATE_LIMITED if this process knows, without the database, that each of the calls will be refused. Counts nothing.
 * Runs before the session lookup, so that a caller over their limits costs the database nothing.
 */
export function requireKnownRoom(policies: readonly Policy[], caller: KnownCaller): void {
  let refusal: unknown = null;
  for (const policy of policies) {
    const error = findKnownRefusal(policy, caller);
    if (error === null) return;
    refusal = error;
  }
  if (refusal !== null) throw refusal;
}

function findKnownRefusal(
  { limits = [], visitorLimits = limits }: Policy,
  { rateLimiter, network, userId }: KnownCaller,
): unknown {
  for (const name of userId === null ? visitorLimits : limits) {
    const { per } = rateLimits[name];
    const subject =
      per === 'address' ? network : per === 'viewer' && userId !== undefined && (userId ?? network);
    if (subject === false) continue;
    try {
      rateLimiter.requireKnownRoom(name, subject);
    } catch (error) {
      return error;
    }
  }
  return null;
}

/** Throws UNAUTHENTICATED, PROFILE_INCOMPLETE or FORBIDDEN if the viewer is below the level that the policy requires. */
function requireCaller({ caller, memberNeedsName }: Policy, viewer: Viewer | null): void {
  if (memberNeedsName && viewer && viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  if (caller === 'anyone') return;
  if (!viewer) throw new DomainError('UNAUTHENTICATED');
  if (caller === 'signedIn') return;
  if (viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  if (caller === 'named' || viewer.role === 'administrator') return;
  if (caller === 'administrator' || viewer.role !== 'moderator') throw new DomainError('FORBIDDEN');
}

/** Returns the key that the limit counts the call under. */
function toSubject(per: RateLimit['per'], { viewer, request }: Call): string {
  switch (per) {
    case 'all':
      return 'all';
    case 'address':
      return request.network;
    case 'viewer':
      return viewer?.id ?? request.network;
    case 'mailbox':
    case 'own':
      throw new Error(`A limit per ${per} is counted where the mailbox is known`);
  }
}

/** Returns whether the unparsed input of a call searches a text, because such calls cost more than others. */
export const searchesText = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'search' in input && Boolean(input.search);
