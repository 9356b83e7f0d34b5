import {
  AlreadyDecidedError,
  DomainError,
  isErrorCode,
  RateLimitedError,
  type ErrorCode,
} from '@relato/contract';
import { initTRPC, type TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Context } from './context.ts';
import { enforcePolicy } from './enforce-policy.ts';
import { toTransportError } from './errors.ts';
import { requirePolicy, type Policy } from './policies.ts';
import { transformer } from './transformer.ts';

const t = initTRPC.context<Context>().create({
  transformer,
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const described = describeError(error);
    return {
      ...shape,
      // The text of a library or of a 5xx never leaves the server; the code says what a client needs.
      message: described.errorCode,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        requestId: ctx?.request.id ?? null,
        ...(error.cause instanceof RateLimitedError && { retryAfterSeconds: error.cause.retryAfterSeconds }),
        ...(error.cause instanceof AlreadyDecidedError && { happened: error.cause.happened }),
        ...described,
      },
    };
  },
});

interface DescribedError {
  readonly errorCode: ErrorCode;
  /** The first thing wrong with each field of the input. */
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

/** Schemas put our codes where zod has messages; anything else is zod's own text and stays here. */
function describeInvalidInput(error: ZodError): DescribedError {
  const fieldErrors: Record<string, ErrorCode> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    fieldErrors[field] ??= isErrorCode(issue.message) ? issue.message : 'INVALID_INPUT';
  }
  const [first] = Object.values(fieldErrors);
  return { errorCode: first ?? 'INVALID_INPUT', fieldErrors };
}

/** Rules throw DomainErrors; here, and only here, they get the status of the transport. Callers in tests see it too. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const known = toTransportError(result.error.cause);
  if (known) throw known;
  return result;
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** What the table of policies says of a procedure holds for every call of it, whatever the procedure is built on. */
const underPolicy = t.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  const byKind: Policy = { caller: 'anyone', limits: [type === 'query' ? 'read' : 'write'] };
  await enforcePolicy({ ...byKind, ...requirePolicy(path) }, ctx, getRawInput);
  return next();
});

/** Anyone, as far as the procedure goes; its policy may ask for more. */
export const publicProcedure = t.procedure.use(translateErrors).use(underPolicy);

/** Whoever signed in, with or without a username. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.viewer || !ctx.session) throw new DomainError('UNAUTHENTICATED');
  return next({ ctx: { viewer: ctx.viewer, session: ctx.session } });
});

/** Whoever signed in and has a username: what others see needs a name. */
export const completeProfileProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { username } = ctx.viewer;
  if (username === null) throw new DomainError('PROFILE_INCOMPLETE');
  return next({ ctx: { viewer: { ...ctx.viewer, username } } });
});
