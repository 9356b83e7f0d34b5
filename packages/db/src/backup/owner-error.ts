import { DatabaseRoleError } from '../server-role.ts';

const insufficientPrivilege = '42501';

/** Returns an error that names the right role if this one lacks privileges of the owner. Returns other errors unchanged. */
export function toOwnerError(error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && error.code === insufficientPrivilege;
  if (!isRefused) return error;
  return new DatabaseRoleError(
    `The database refuses it (${error.message}): this takes its owner. Set MIGRATE_DATABASE_URL to the owner's address.`,
    { cause: error },
  );
}
