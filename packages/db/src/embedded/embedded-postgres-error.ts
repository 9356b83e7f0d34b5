/** The embedded PostgreSQL cannot run here. `message` gives the reason and the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
