import { codeOf, messageOf } from '@relato/contract/errors';
import { DatabaseRoleError } from '../server-role.ts';

const insufficientPrivilege = '42501';

/** Returns an error that names the right role if this one lacks privileges of the owner. Returns other errors unchanged. */
export function toOwnerError(error: unknown): unknown {
  if (codeOf(error) !== insufficientPrivilege) return error;
  return new DatabaseRoleError(
    `The database refuses it (${messageOf(error)}): this takes its owner. Set MIGRATE_DATABASE_URL to the owner's address.`,
    { cause: error },
  );
}
