import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A server on this machine. */
export interface Engine {
  url: string;
  child: { pid?: number };
  stop(): Promise<void>;
}

/** Starts a server with its data in a folder; answers undefined where the machine has none. */
type StartEngine = (home: string) => Promise<Engine | undefined>;

/** What starts the servers that the tests use too. */
export const loadEngines = async (): Promise<
  Record<'startPostgres' | 'startNats' | 'startRedis', StartEngine>
> =>
  (await import(pathToFileURL(join(process.cwd(), 'libs/tooling/src/engines.mjs')).href)) as Record<
    'startPostgres' | 'startNats' | 'startRedis',
    StartEngine
  >;
