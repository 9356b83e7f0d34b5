import { Query, type Connection, type QueryConfig } from 'pg';

interface RowDescription {
  readonly fields: readonly unknown[];
}

/** The parts of `Query` that its types leave out, and that the classes of `pg` which read with cursors use as well. */
interface Preparing {
  readonly name?: string;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: RowDescription): void;
}
const PreparingQuery = Query as unknown as new (config: QueryConfig) => Query & Preparing; // as above

/** The connection without the question for columns, and the columns of the statements that were prepared on it. */
interface Prepared {
  readonly undescribed: Connection;
  readonly columns: Map<string, RowDescription>;
}
const preparedOf = new WeakMap<Connection, Prepared>();

function findPrepared(connection: Connection): Prepared {
  const known = preparedOf.get(connection);
  if (known) return known;
  const undescribed = Object.create(connection, { describe: { value: () => {} } }) as Connection; // it inherits all else
  const prepared = { undescribed, columns: new Map<string, RowDescription>() };
  preparedOf.set(connection, prepared);
  return prepared;
}

/**
 * A named statement, which asks for its columns once for each connection. `pg` asks at each call and reads the answer, which
 * takes a third of its time for a row of twenty columns. PostgreSQL refuses to run a prepared statement whose columns have
 * changed since.
 */
export class NamedQuery extends PreparingQuery {
  #connection: Connection | null = null;

  override prepare(connection: Connection): void {
    const { undescribed, columns } = findPrepared(connection);
    const known = this.hasBeenParsed(connection) ? columns.get(this.name ?? '') : undefined;
    if (known) {
      super.handleRowDescription(known);
      super.prepare(undescribed);
      return;
    }
    this.#connection = connection;
    super.prepare(connection);
  }

  override handleRowDescription(message: RowDescription): void {
    if (this.#connection) findPrepared(this.#connection).columns.set(this.name ?? '', message);
    super.handleRowDescription(message);
  }
}
