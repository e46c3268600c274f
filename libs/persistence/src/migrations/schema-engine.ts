import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
// A plain type import leaves nothing behind; the package's entry itself cannot be imported in Node.
import type { DiffTarget, MigrationList, SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm';
import type { Pool } from 'pg';
import { engineAdapter } from './engine-adapter';

/** One migration of a service. */
export interface Migration {
  /** Folder name: a timestamp and a description. Migrations run in the order of their names. */
  name: string;
  /** The SQL, any number of statements; the server runs it as one transaction. */
  script: string;
}

type WasmExports = Record<string, unknown>;

/** The part of the global that is used here; its types come only with those of browsers. */
declare const WebAssembly: {
  instantiate(
    module: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: WasmExports } }>;
};

interface EngineModule extends Record<string, unknown> {
  SchemaEngine: { new: typeof SchemaEngine.new };
  __wbg_set_wasm(exports: WasmExports): void;
}

const PACKAGE = '@prisma/schema-engine-wasm';
const DATASOURCE = 'datasource db {\n  provider = "postgresql"\n}\n';
const filters: SchemaFilter = { externalTables: [], externalEnums: [] };

/** The engine never clears the timers that guard its locks; they must not keep the process alive. */
const withIdleTimers = (glue: EngineModule): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(glue).map(([name, value]) => [
      name,
      name.startsWith('__wbg_setTimeout')
        ? (...parameters: [() => void, number]) => setTimeout(...parameters).unref()
        : value,
    ]),
  );

const load = async (): Promise<EngineModule> => {
  const glue = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as EngineModule;
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  // The package's own entry needs a loader for .wasm imports, which Node 20 lacks.
  const { instance } = await WebAssembly.instantiate(await readFile(join(folder, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': withIdleTimers(glue),
  });
  const { exports } = instance;
  glue.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as () => void)();
  return glue;
};

let loaded: Promise<EngineModule> | undefined;

/** Prisma's schema engine on one database. */
export interface OpenedEngine {
  /** Runs the missing ones; answers their names. */
  applyMigrations(migrations: readonly Migration[]): Promise<string[]>;
  /** Marks a migration that failed as undone, so that it can run again. */
  markRolledBack(name: string): Promise<void>;
  /** The SQL that turns the database's present schema into the one a Prisma schema describes. */
  diff(schema: string): Promise<string>;
  /** See `EngineAdapter.scriptError`. */
  scriptError(): Error | undefined;
  close(): void;
}

const migrationList = (migrations: readonly Migration[]): MigrationList => ({
  baseDir: '/migrations',
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, script }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
  })),
});

/** Opens the engine; its WebAssembly (5 MB) is loaded once per process. The pool stays the caller's. */
export const openEngine = async (pool: Pool): Promise<OpenedEngine> => {
  loaded ??= load();
  const adapter = engineAdapter(pool);
  const engine = await (
    await loaded
  ).SchemaEngine.new({ datamodels: [['schema.prisma', DATASOURCE]] }, () => undefined, adapter.factory);
  return {
    applyMigrations: async (migrations) =>
      (await engine.applyMigrations({ migrationsList: migrationList(migrations), filters }))
        .appliedMigrationNames,
    markRolledBack: async (name) => {
      await engine.markMigrationRolledBack({ migrationName: name });
    },
    diff: async (schema) => {
      const files = [{ path: 'schema.prisma', content: schema }];
      const from: DiffTarget = { tag: 'schemaDatasource', files, configDir: '/' };
      const to: DiffTarget = { tag: 'schemaDatamodel', files };
      return (await engine.diff({ from, to, script: true, exitCode: null, filters })).stdout ?? '';
    },
    scriptError: adapter.scriptError,
    close: () => {
      engine.free();
    },
  };
};
