import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore, type FileStore } from '@parley/files';
import type { Caller } from '@parley/rpc';
import { PROJECT } from './identities';
import type { ApiAnswer, TestGateway } from './gateway';

const BOUNDARY = 'a-line-of-a-form';

/** A part of a form: a file when it has a name. */
export interface Part {
  field: string;
  name?: string;
  content: Buffer | string;
}

const buildHead = ({ field, name }: Omit<Part, 'content'>): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${
    name === undefined ? '' : `; filename="${name}"\r\nContent-Type: application/octet-stream`
  }\r\n\r\n`;

const END = `--${BOUNDARY}--\r\n`;

/** The bytes of a form. */
export const buildForm = (...parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(buildHead(part)),
      Buffer.from(part.content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(END),
  ]);

export const formType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Uploads a form. */
export const upload = (
  gateway: TestGateway,
  parts: Part[],
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<ApiAnswer> =>
  gateway.api('POST', '/uploads', {
    ...(options.token !== undefined && { token: options.token }),
    body: buildForm(...parts),
    headers: { ...formType, ...options.headers },
  });

/** A request to upload a form whose parts the test sends by itself. */
export const openUpload = (
  gateway: TestGateway,
  headers: Record<string, string | number> = {},
): {
  write(chunk: Buffer | string): Promise<void>;
  end(): void;
  destroy(): void;
  answer: Promise<{ status: number; text: string }>;
} => {
  const sent = request(`${gateway.url}/v3/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.tokens.admin}`, project: PROJECT, ...formType, ...headers },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
  });
  answer.catch(() => undefined);
  return {
    write: (chunk) => new Promise((resolve) => void sent.write(chunk, () => resolve())),
    end: () => void sent.end(),
    destroy: () => void sent.destroy(),
    answer,
  };
};

export const fileHead = buildHead({ field: 'file', name: 'large.bin' });
export const formEnd = `\r\n${END}`;

/** A store in a folder of its own, and what lies in it. */
export const folderStore = async (): Promise<{
  store: FileStore;
  left(): Promise<string[]>;
  remove(): Promise<void>;
}> => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-uploads-'));
  return {
    store: createFolderStore({ directory }),
    left: async () =>
      existsSync(directory)
        ? (await readdir(directory, { recursive: true, withFileTypes: true }))
            .filter((entry) => entry.isFile())
            .map((entry) => entry.name)
        : [],
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};

/** Lets the gateway serve its own part itself. */
export const withoutStub = ({ gateway: _, ...others }: Record<string, Caller>): Record<string, Caller> =>
  others;
