import { ensureDatabase, openDatabase, withDatabaseName } from '@parley/persistence';
import { join } from 'node:path';
import { freePort, startNode, stopProcess } from './processes';
import { openReferenceStore, referenceTablesSql } from './reference-store';
import { setTimeout as sleep } from 'node:timers/promises';

/** A hand-written service to compare with. */
export interface Reference {
  name: 'express → statement' | 'express → grpc → statement';
  base: string;
  pids: number[];
  stop(): Promise<void>;
}

const program = (): string => join(process.cwd(), 'dist/apps/bench/main.js');

const waitForPort = async (base: string): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const up = await fetch(`${base}/tickets/none`).then(
      ({ status }) => status === 404,
      () => false,
    );
    if (up) return;
    await sleep(25);
  }
  throw new Error(`The reference at ${base} did not start`);
};

/** Makes the references' database with some tickets. Answers its URL and the ids. */
export const prepareReferenceData = async (
  serverUrl: string,
  size: number,
): Promise<{ url: string; ids: string[] }> => {
  const url = withDatabaseName(serverUrl, `parley_reference_${size}`);
  await ensureDatabase(url);
  const db = openDatabase({ url, applicationName: 'bench reference', maxConnections: 2 });
  await db.query(referenceTablesSql);
  const store = openReferenceStore(url);
  const ids: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const { id } = await store.create('bench', {
      title: `Reference ${n}`,
      type: 'INQUIRY',
      customData: { plan: 'pro' },
    });
    ids.push(String(id));
  }
  await db.query(
    `INSERT INTO reference_ticket
     SELECT project_id, lpad(to_hex(n), 24, '0'), title, type, status, session_id, data, created_at
     FROM reference_ticket t, generate_series(1, $1) n WHERE t.id = $2`,
    [Math.max(0, size - 500), ids[0]],
  );
  await db.query('VACUUM ANALYZE');
  await db.close();
  return { url, ids };
};

/** Express → one statement. */
export const startReferenceOne = async (url: string): Promise<Reference> => {
  const port = await freePort();
  const { child } = startNode([program(), 'reference-one', String(port), url], {});
  const base = `http://127.0.0.1:${port}`;
  await waitForPort(base);
  return { name: 'express → statement', base, pids: [child.pid ?? 0], stop: () => stopProcess(child) };
};

/** Express → grpc-js → the same statement. */
export const startReferenceMany = async (url: string): Promise<Reference> => {
  const [port, grpcPort] = [await freePort(), await freePort()];
  const service = startNode([program(), 'reference-service', String(grpcPort), url], {});
  const gateway = startNode([program(), 'reference-gateway', String(port), `127.0.0.1:${grpcPort}`], {});
  const base = `http://127.0.0.1:${port}`;
  await waitForPort(base);
  return {
    name: 'express → grpc → statement',
    base,
    pids: [service.child.pid ?? 0, gateway.child.pid ?? 0],
    stop: async () => {
      await stopProcess(gateway.child);
      await stopProcess(service.child);
    },
  };
};
