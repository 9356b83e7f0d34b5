import type { ErrorCode } from '@relato/contract/errors';
import { expect } from 'vitest';

/**
 * Matches a DomainError, and the TRPCError or client error made of one, by its code:
 * `await expect(call).rejects.toEqual(errorCode('FORBIDDEN'))`.
 */
export const errorCode = (code: ErrorCode): unknown => expect.objectContaining({ message: code });
