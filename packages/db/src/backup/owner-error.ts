import { DatabaseRoleError } from '../server-role.ts';

const insufficientPrivilege = '42501';

/** Says which role to use if this one may not do what only an owner may. Returns other errors as they are. */
export function toOwnerError(error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && error.code === insufficientPrivilege;
  if (!isRefused) return error;
  return new DatabaseRoleError(
    `The database refuses it (${error.message}): this takes its owner. Set MIGRATE_DATABASE_URL to the owner's address.`,
    { cause: error },
  );
}
