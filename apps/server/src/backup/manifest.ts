import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The file that makes a folder a backup. It is written last, so that a folder without it is unfinished. */
export const manifestSchema = z.object({
  kind: z.literal('relato-backup'),
  format: z.literal(1),
  /** The time of the snapshot of the rows. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  tables: z
    .array(
      z.object({
        name: z.string().regex(/^(?:public|pgboss)\.[a-z0-9_]+$/),
        columns: z.array(z.string()).min(1),
        rows: z.int().nonnegative(),
        digest: sha256,
      }),
    )
    .min(1),
  /** The id that the database and its store share, or null for a database without one. Older backups do not have it. */
  store: z.string().nullable().optional(),
  objects: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
  /** The objects that the store had lost, or whose bytes differed from their rows, when the backup was made. */
  troubles: z.array(z.object({ key: z.string(), trouble: z.enum(['missing', 'changed']) })),
  /** The hash of the file SHA256SUMS, which contains the hashes of all other files. */
  sums: sha256,
});
export type Manifest = z.output<typeof manifestSchema>;

/** Recognizes backups of later versions, whose other fields are unknown. */
export const anyManifestSchema = z.looseObject({ kind: z.literal('relato-backup'), format: z.int() });
