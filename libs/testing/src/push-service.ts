import { importJWK, jwtVerify } from 'jose';
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The parts of a subscription that a browser sends, as `PushSubscription.toJSON()` has it. */
export interface SentSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message as a browser gets it. */
export interface PushedMessage {
  endpoint: string;
  payload: string;
  topic: string | undefined;
  ttl: number;
  /** Who sent it: the contact of the VAPID token. */
  contact: string;
}

/** A push service and the browsers that have subscribed there. It refuses requests that the RFCs do not allow. */
export interface PushService {
  url: string;
  /** A browser's subscription, made for the sender with this public key. */
  subscribe(publicKey: string): SentSubscription;
  messages: PushedMessage[];
  /** Why requests were refused. */
  faults: string[];
  /** The status for a message in place of 201. */
  answer: (message: PushedMessage) => number | undefined | Promise<number | undefined>;
  close(): Promise<void>;
}

interface Browser {
  ecdh: ECDH;
  auth: Buffer;
  publicKey: string;
}

const MAX_BODY = 4_096;
const DAY_SECONDS = 86_400;

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts a body of `aes128gcm` by RFC 8188 with the keys of RFC 8291. */
const decrypt = ({ ecdh, auth }: Browser, body: Buffer): string => {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > recordSize) throw new Error('It has more than one record');
  const info = Buffer.concat([text('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, text('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, text('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Its padding is wrong');
  return padded.subarray(0, end).toString('utf8');
};

/** Checks who sends, by RFC 8292. */
const readSender = async (header: string, origin: string, publicKey: string): Promise<string> => {
  const { t = '', k = '' } = Object.fromEntries(
    header
      .replace(/^vapid /, '')
      .split(/, ?/)
      .map((part) => part.split('=', 2)),
  ) as Record<string, string>;
  if (k !== publicKey) throw new Error('The key is not the one that the browser subscribed for');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  const { payload } = await jwtVerify(t, key, { audience: origin, algorithms: ['ES256'] });
  if ((payload.exp ?? Infinity) > Date.now() / 1000 + DAY_SECONDS)
    throw new Error('The token lives too long');
  if (!/^(?:mailto|https):/.test(payload.sub ?? '')) throw new Error('The token names no contact');
  return payload.sub ?? '';
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Starts a push service on a port of its own. */
export const startPushService = async (): Promise<PushService> => {
  const browsers = new Map<string, Browser>();
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await readBody(request);
    const browser = browsers.get(request.url ?? '');
    if (!browser) return 404;
    const { authorization = '', ttl, topic, 'content-encoding': encoding } = request.headers;
    if (request.method !== 'POST' || encoding !== 'aes128gcm') throw new Error('It is no encrypted message');
    if (body.length > MAX_BODY) return 413;
    if (ttl === undefined || !/^\d+$/.test(String(ttl))) throw new Error('It has no TTL');
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) throw new Error('Its topic is wrong');
    const message: PushedMessage = {
      endpoint: `${service.url}${request.url ?? ''}`,
      payload: decrypt(browser, body),
      topic: topic as string | undefined,
      ttl: Number(ttl),
      contact: await readSender(authorization, service.url, browser.publicKey),
    };
    const status = (await service.answer(message)) ?? 201;
    if (status === 201) service.messages.push(message);
    if (status === 410) browsers.delete(request.url ?? '');
    return status;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await receive(request).catch((error: unknown) => {
      service.faults.push(String(error));
      return 400;
    });
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribe: (publicKey) => {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString('hex')}`;
      browsers.set(path, { ecdh, auth, publicKey });
      return {
        endpoint: `${service.url}${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    messages: [],
    faults: [],
    answer: () => undefined,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return service;
};
