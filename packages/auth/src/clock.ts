import { readTime, type Prisma } from '@relato/db';

/** Prisma itself or one of its transactions. */
export type Client = Prisma.TransactionClient;

/**
 * The present, or null for that of the database, whose clock rules what expires: servers of one database agree on
 * it, however wrong their own clocks are. Only tests give a time, to move it.
 */
export type Clock = () => Date | null;

export const readClock = async (client: Client, clock: Clock): Promise<Date> => clock() ?? readTime(client);

export const plusHours = (time: Date, hours: number): Date => new Date(time.getTime() + hours * 3_600_000);
