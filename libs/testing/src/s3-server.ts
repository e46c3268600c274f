// The package has no types; projects that include this file find ours through the reference.
/// <reference path="./s3rver.d.ts" />
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that speaks S3, with an empty bucket. */
export interface S3Server {
  options: {
    bucket: string;
    endpoint: string;
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
    forcePathStyle: boolean;
  };
  /** Files of the server, so that tests can read them. */
  directory: string;
  stop(): Promise<void>;
}

const BUCKET = 'parley';

/** s3rver on a free port, with the one call it lacks: AbortMultipartUpload. */
export const startS3 = async (): Promise<S3Server> => {
  // Loaded only where it is started: it takes half a second, and every test file loads this library.
  const { default: S3rver } = await import('s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] });
  await s3.configureBuckets();
  const answer = s3.callback();

  const running = new Set<Promise<unknown>>();
  const abort = async (uploadId: string, response: ServerResponse): Promise<void> => {
    // Parts that are still being received belong to the upload, too.
    await Promise.all(running);
    await rm(join(directory, BUCKET, '._S3rver_uploads', uploadId), { recursive: true, force: true });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    const uploadId = new URL(request.url ?? '', 'http://s3').searchParams.get('uploadId');
    if (request.method === 'DELETE' && uploadId !== null) return void abort(uploadId, response);
    const closed = once(response, 'close');
    running.add(closed);
    void closed.finally(() => running.delete(closed));
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    directory,
    options: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      forcePathStyle: true,
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
};
