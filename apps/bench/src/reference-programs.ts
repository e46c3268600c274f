import { Client, credentials, Server, ServerCredentials, type handleUnaryCall } from '@grpc/grpc-js';
import express, { type Request, type Response } from 'express';
import { openReferenceStore, type ReferenceTicket } from './reference-store';

/** The backend of a reference: the statement itself, or a service that runs it. */
interface Backend {
  create(project: string, input: Record<string, unknown>): Promise<ReferenceTicket>;
  get(project: string, id: string): Promise<ReferenceTicket | undefined>;
}

const readProject = (request: Request): string => String(request.headers['project'] ?? '');

const serveHttp = (backend: Backend, port: number): void => {
  const app = express();
  app.use(express.json({ limit: '5mb' }));
  app.post('/tickets', async (request: Request, response: Response) => {
    response.json(await backend.create(readProject(request), request.body as Record<string, unknown>));
  });
  app.get('/tickets/:id', async (request: Request, response: Response) => {
    const ticket = await backend.get(readProject(request), String(request.params['id']));
    response.status(ticket ? 200 : 404).json(ticket ?? {});
  });
  app.listen(port, '127.0.0.1');
};

const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value ?? null));
const decode = (bytes: Buffer): unknown => JSON.parse(bytes.toString());
const method = (path: string) => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: encode,
  requestDeserialize: decode,
  responseSerialize: encode,
  responseDeserialize: decode,
});
const service = { create: method('/reference/create'), get: method('/reference/get') };

interface Call {
  project: string;
  id: string;
  input: Record<string, unknown>;
}

/** Express → one SQL statement, in one process. */
export const runReferenceOne = (port: number, databaseUrl: string): void =>
  serveHttp(openReferenceStore(databaseUrl), port);

/** The gRPC service behind `runReferenceGateway`. */
export const runReferenceService = (port: number, databaseUrl: string): void => {
  const store = openReferenceStore(databaseUrl);
  const answer =
    (work: (call: Call) => Promise<unknown>): handleUnaryCall<unknown, unknown> =>
    (call, callback) =>
      void work(call.request as Call).then(
        (value) => callback(null, value),
        (error: Error) => callback(error),
      );
  const server = new Server();
  server.addService(service, {
    create: answer(({ project, input }) => store.create(project, input)),
    // grpc-js takes an answer of null for none at all, so the ticket is wrapped.
    get: answer(async ({ project, id }) => ({ ticket: await store.get(project, id) })),
  });
  server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) => {
    if (error) throw error;
  });
};

/** Express → grpc-js → the statement, in two processes. */
export const runReferenceGateway = (port: number, target: string): void => {
  const client = new Client(target, credentials.createInsecure());
  const ask = (path: string, call: Partial<Call>): Promise<ReferenceTicket> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, encode, decode, call, (error, value) =>
        error ? reject(error) : resolve(value as ReferenceTicket),
      );
    });
  serveHttp(
    {
      create: (project, input) => ask(service.create.path, { project, input }),
      get: async (project, id) =>
        (await ask(service.get.path, { project, id }))['ticket'] as ReferenceTicket | undefined,
    },
    port,
  );
};
