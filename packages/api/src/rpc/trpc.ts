import {
  AlreadyDecidedError,
  DomainError,
  isErrorCode,
  RateLimitedError,
  StoryExistsError,
  type ErrorCode,
} from '@relato/contract';
import { initTRPC, TRPCError, type AnyProcedure, type ProcedureType } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';
import type { Context } from './context.ts';
import { enforcePolicy, type Policy } from './enforce-policy.ts';
import { isNotFound, toTransportError } from './errors.ts';
import { transformer } from './transformer.ts';
import { chooseReplica, rememberWrite } from './use-replica.ts';

const t = initTRPC
  .context<Context>()
  .meta<Policy>()
  .create({
    transformer,
    isDev: false,
    // See `openSubscription`.
    sse: { enabled: false },
    errorFormatter: ({ error, path, ctx }) => toErrorShape(error, path, ctx?.request.id ?? null),
  });

/** Returns an error in the form that clients get. */
export function toErrorShape(error: TRPCError, path: string | undefined, requestId: string | null) {
  const described = describeError(error);
  return {
    // The message of a library or a 5xx never leaves the server; the code tells the client enough.
    message: described.errorCode,
    code: TRPC_ERROR_CODES_BY_KEY[error.code],
    data: {
      code: error.code,
      httpStatus: getHTTPStatusCodeFromError(error),
      path,
      requestId,
      ...(error.cause instanceof RateLimitedError && {
        retryAfterSeconds: error.cause.retryAfterSeconds,
      }),
      ...(error.cause instanceof AlreadyDecidedError && { happened: error.cause.happened }),
      ...(error.cause instanceof StoryExistsError && { storyId: error.cause.storyId }),
      ...described,
    },
  };
}

interface DescribedError {
  readonly errorCode: ErrorCode;
  /** The first error of each field of the input. */
  readonly fieldErrors: Readonly<Record<string, ErrorCode>>;
}

function describeError(error: TRPCError): DescribedError {
  if (error.cause instanceof DomainError) return { errorCode: error.cause.code, fieldErrors: {} };
  if (error.cause instanceof ZodError) return describeInvalidInput(error.cause);
  return { errorCode: codesOfTransport[error.code] ?? 'INTERNAL', fieldErrors: {} };
}

const codesOfTransport: Partial<Record<TRPCError['code'], ErrorCode>> = {
  BAD_REQUEST: 'INVALID_INPUT',
  PARSE_ERROR: 'INVALID_INPUT',
  UNSUPPORTED_MEDIA_TYPE: 'INVALID_INPUT',
  METHOD_NOT_SUPPORTED: 'INVALID_INPUT',
  NOT_FOUND: 'NOT_FOUND',
  PAYLOAD_TOO_LARGE: 'BODY_TOO_BIG',
  SERVICE_UNAVAILABLE: 'UNAVAILABLE',
};

/** Our schemas put error codes into the messages of Zod. Any other message is Zod's own and stays on the server. */
function describeInvalidInput(error: ZodError): DescribedError {
  const fieldErrors: Record<string, ErrorCode> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    fieldErrors[field] ??= isErrorCode(issue.message) ? issue.message : 'INVALID_INPUT';
  }
  const [first] = Object.values(fieldErrors);
  return { errorCode: first ?? 'INVALID_INPUT', fieldErrors };
}

export const createCallerFactory = t.createCallerFactory;
/** Composes the routers of the nouns. */
export const composeRouters = t.router;

type ProcedureWithPolicy = AnyProcedure & { readonly meta: Policy };

/** The router of a noun. Accepts only procedures that carry a policy. */
export const router = <Procedures extends Readonly<Record<string, ProcedureWithPolicy>>>(
  procedures: Procedures,
) => t.router(procedures);

/** Without limits of its own, a query counts as `read` and a mutation as `write`. */
export const withDefaultLimits = (type: ProcedureType, policy: Policy): Policy => ({
  limits: [type === 'query' ? 'read' : 'write'],
  ...policy,
});

/**
 * Enforces the policy in the metadata of the procedure before anything else runs, lets a query that may lag read from the
 * replica, and gives domain errors their transport status, here and nowhere else. Callers in tests pass through it too. It
 * is one middleware, because tRPC copies the call for each one, which costs more than the work.
 */
const guard = t.middleware(async ({ ctx, path, type, meta, getRawInput, next }) => {
  if (!meta) throw new Error(`The procedure ${path} has no policy`);
  try {
    await enforcePolicy(withDefaultLimits(type, meta), ctx, getRawInput);
    const { replica } = ctx.services.database;
    const database = type === 'query' ? await chooseReplica(meta, ctx) : null;
    const first = database ? await next({ ctx: { services: { ...ctx.services, database } } }) : await next();
    // A user may follow a link before the replica has its target.
    const result = database && !first.ok && isNotFound(first.error.cause) ? await next() : first;
    // Stores the time of the write in the caller's browser.
    if (replica && type === 'mutation') await rememberWrite(replica, ctx);
    if (!result.ok) throw result.error;
    return result;
  } catch (error) {
    throw toTransportError(error instanceof TRPCError ? error.cause : error) ?? error;
  }
});

const policyProcedure = (policy: Policy) => t.procedure.meta(policy).use(guard);

const sessionProcedure = (policy: Policy) =>
  policyProcedure(policy).use(({ ctx, next }) => {
    if (!ctx.viewer || !ctx.session) throw new DomainError('UNAUTHENTICATED');
    return next({ ctx: { viewer: ctx.viewer, session: ctx.session } });
  });

const usernameProcedure = (policy: Policy) =>
  sessionProcedure(policy).use(({ ctx, next }) => {
    const { username } = ctx.viewer;
    if (username === null) throw new DomainError('PROFILE_INCOMPLETE');
    return next({ ctx: { viewer: { ...ctx.viewer, username } } });
  });

/** The part of a policy that a procedure adds to the level of its base procedure. */
type PolicyDetails = Omit<Policy, 'caller'>;

// The base procedures. Each one fixes the level of its callers and narrows the type of `ctx.viewer` to match; its argument
// is the rest of the policy. They are functions, so that no procedure can be built without a policy. The level comes last,
// because a wider object would typecheck, and must not lower it.

/** For visitors and users. */
export const publicProcedure = (details: PolicyDetails = {}) =>
  policyProcedure({ ...details, caller: 'anyone' });

/** For users, with or without a username. */
export const signedInProcedure = (details: PolicyDetails = {}) =>
  sessionProcedure({ ...details, caller: 'signedIn' });

/** For users with a username, because others see who acted. */
export const completeProfileProcedure = (details: PolicyDetails = {}) =>
  usernameProcedure({ ...details, caller: 'named' });

/** For moderators and administrators. */
export const moderatorProcedure = (details: PolicyDetails = {}) =>
  usernameProcedure({ ...details, caller: 'moderator' });

/** For administrators. */
export const administratorProcedure = (details: PolicyDetails = {}) =>
  usernameProcedure({ ...details, caller: 'administrator' });
