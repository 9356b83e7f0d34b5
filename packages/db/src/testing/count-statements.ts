import type { Database, Statement } from '../database.ts';

export interface StatementCounter {
  /** The database to use instead of the given one. */
  readonly database: Database;
  /** Returns the statements since the last call: the name or the text of a statement, or the model and operation of Prisma. */
  readonly take: () => readonly string[];
}

/** Notes every statement and every call of Prisma, which counts as one even if it sends several. */
export function countStatements(database: Database): StatementCounter {
  const asked: string[] = [];
  const prisma = database.prisma.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) => {
        asked.push(`${model ?? 'prisma'}.${operation}`);
        return query(args);
      },
    },
  });
  return {
    database: {
      ...database,
      prisma: prisma as unknown as Database['prisma'], // an extension of queries adds no property
      sql: <Row extends object>(statement: Statement) => {
        asked.push(statement.name ?? statement.text);
        return database.sql<Row>(statement);
      },
    },
    take: () => asked.splice(0),
  };
}
