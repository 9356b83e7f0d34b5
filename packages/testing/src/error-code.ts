import type { ErrorCode } from '@relato/contract/errors';
import { expect } from 'vitest';

/** Matches the DomainError with this code, or the TRPCError that carries it: the code is the message of both. */
export const errorCode = (code: ErrorCode): unknown => expect.objectContaining({ message: code });
