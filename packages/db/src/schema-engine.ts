// Prisma's schema engine as WASM, which writes migrations and compares them with the schema, instead of the engine that
// `prisma migrate` downloads. It is for development only, and the server applies migrations without it.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

// Node has it, but only the types of the DOM declare it.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

const schemaDir = fileURLToPath(new URL('../../../prisma/schema', import.meta.url));

/** The one-byte "char" type of PostgreSQL's catalogs, which the adapter does not support. Its values are read as text. */
const charOid = 18;
const textOid = 25;

let loaded: Promise<void> | undefined;
const load = (): Promise<void> => (loaded ??= loadEngine());

async function loadEngine(): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(instance.exports);
  // Sets up the conversion of null and undefined, which would otherwise arrive as garbage.
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: () => {} } });
}

export interface SchemaFile {
  readonly path: string;
  readonly content: string;
}

export async function readSchema(): Promise<SchemaFile[]> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).toSorted();
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(join(schemaDir, name), 'utf8') })),
  );
}

/** Runs `work` with an engine on the database at `url`, and closes both. */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: engine.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await load();
  const files = await readSchema();
  const { factory, disconnect } = createAdapterFactory(url);
  const instance = await engine.SchemaEngine.new(
    { datamodels: files.map(({ path, content }) => [path, content]) },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(instance);
  } finally {
    instance.free();
    // The engine leaves its connections open, with the lock on migrations.
    await disconnect();
  }
}

/**
 * Returns the SQL that would bring the database at `url` in line with the schema, or an empty text. Ignores constructs that
 * Prisma cannot express: checks, partial and expression indexes, functions, triggers. `schema` replaces prisma/schema.
 */
export async function diffToSchema(url: string, schema?: readonly SchemaFile[]): Promise<string> {
  const files = [...(schema ?? (await readSchema()))];
  return withSchemaEngine(url, async (instance) => {
    const { stdout } = await instance.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return (stdout ?? '').replace(/^-- This is an empty migration\.\s*$/m, '').trim();
  });
}

function createAdapterFactory(url: string): { factory: PrismaPg; disconnect: () => Promise<void> } {
  const { hostname, port, username, password, pathname } = new URL(url);
  const factory = new PrismaPg(
    {
      host: hostname,
      port: Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    },
    { schema: 'public' },
  );
  const connect = factory.connect.bind(factory);
  const adapters: Adapter[] = [];
  factory.connect = async () => {
    const adapter = readCharsAsText(await connect());
    adapters.push(adapter);
    return adapter;
  };
  return {
    factory,
    disconnect: async () => void (await Promise.all(adapters.map((adapter) => adapter.dispose()))),
  };
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

function readCharsAsText(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>; // its overloads with callbacks are not used here
  const queryRaw = adapter.queryRaw.bind(adapter);
  let chars: readonly boolean[] = [];
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args);
    chars = (result.fields ?? []).map(({ dataTypeID }) => dataTypeID === charOid);
    for (const field of result.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = textOid;
    return result;
  }) as typeof pool.query; // as above
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    chars.forEach((isChar, index) => {
      if (isChar) result.columnTypes[index] = ColumnTypeEnum.Character;
    });
    return result;
  };
  return adapter;
}
