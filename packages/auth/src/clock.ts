import { readTime, type Prisma } from '@relato/db';

/** Prisma itself or one of its transactions. */
export type Client = Prisma.TransactionClient;

/**
 * Returns null for the time of the database, because all servers share its clock even if their own are wrong. Only tests
 * return a time, in order to move it.
 */
export type Clock = () => Date | null;

export const readClock = async (client: Client, clock: Clock): Promise<Date> => clock() ?? readTime(client);

export const plusHours = (time: Date, hours: number): Date => new Date(time.getTime() + hours * 3_600_000);
