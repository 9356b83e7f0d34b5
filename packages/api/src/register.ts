import { retention, type RegisterKind } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services } from './rpc/context.ts';

/** Logs an action for a user without naming the user. */
export async function writeRegister(
  tx: Prisma.TransactionClient,
  entry: { readonly kind: RegisterKind; readonly things: number },
): Promise<void> {
  await tx.registerEntry.create({ data: { id: uuidv7(), ...entry } });
}

/** Logs the export of an account with the number of its files. */
export const registerExport = ({ database }: Pick<Services, 'database'>, things: number): Promise<void> =>
  writeRegister(database.prisma, { kind: 'export', things });

/** Deletes lines beyond the retention of the register. */
export async function forgetRegister({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.prisma.$executeRaw`DELETE FROM register
    WHERE created_at < statement_timestamp() - make_interval(days => ${retention.register.days}::int)`;
}
