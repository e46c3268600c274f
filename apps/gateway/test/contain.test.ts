import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import express, { type Request, type Response } from 'express';
import { containFaults } from '../src/edge/contain';
import { openRaw, readStatus } from './support/raw-http';

let server: Server;
let url: string;
let logged: { err: unknown }[];
let handle: (request: Request, response: Response) => void;

beforeAll(async () => {
  const app = express();
  app.use(containFaults({ error: (fields) => void logged.push(fields as { err: unknown }) }));
  app.use((request, response) => handle(request, response));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  logged = [];
});

const post = async (body: string): Promise<string> => {
  const connection = openRaw(url);
  await connection.send(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return connection.closed();
};

const fault = new Error('a parser that fails on its input');

it.each<[string, (request: Request) => void]>([
  [
    'a listener for its bytes throws',
    (request) =>
      void request.on('data', () => {
        throw fault;
      }),
  ],
  [
    'a listener for its end throws',
    (request) =>
      void request
        .on('end', () => {
          throw fault;
        })
        .resume(),
  ],
  [
    'a parser behind a pipe has an error that nobody hears',
    (request) => {
      const parser = new EventEmitter() as unknown as NodeJS.WritableStream;
      Object.assign(parser, {
        write: () => parser.emit('error', fault),
        end: () => undefined,
        destroy: (error: Error) => parser.emit('error', error),
      });
      request.pipe(parser);
    },
  ],
  ['it has an error that nobody hears', (request) => void setImmediate(() => request.emit('error', fault))],
])('answers 500 and ends the connection when %s, and serves others', async (_, work) => {
  handle = work;
  const answer = await post('hello');
  expect(readStatus(answer)).toBe(500);
  expect(answer).toContain('"code":"internal_error"');
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).not.toContain('parser');
  expect(logged).toEqual([expect.objectContaining({ requestId: expect.any(String) })]);
  expect(inspect(logged[0]?.err)).toContain(fault.message);
  handle = (_request, response) => void response.end('still here');
  expect(await (await fetch(url)).text()).toBe('still here');
});

it('cuts an answer of which a part has left', async () => {
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('half');
    response.on('fault', () => {
      throw fault;
    });
    setImmediate(() => response.emit('fault'));
  };
  expect(await post('')).toMatch(/half$/);
  expect(logged).toHaveLength(1);
});
