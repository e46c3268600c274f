import type * as S3 from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { isFileId, isFileKey } from './file-key';
import type { FileStore } from './file-store';

/** Size of one part and how many are sent at once: a put holds about their product, 16 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

const CONNECT_MS = 5_000;
/** Longest silence of the server, in milliseconds. */
const SILENCE_MS = 30_000;

/** Where the bucket is. */
export interface S3StoreOptions {
  bucket: string;
  /** AWS itself when absent. */
  endpoint?: string;
  region: string;
  /** The default chain of the AWS clients when absent. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean;
}

const missing = (error: unknown): undefined => {
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  if (metadata?.httpStatusCode === 404) return undefined;
  throw error;
};

/** The whole size of an object of which perhaps only a part is answered. */
const readSize = (contentRange: string | undefined, contentLength: number | undefined): number =>
  Number(contentRange?.split('/')[1] ?? contentLength ?? 0);

const connect = async ({
  endpoint,
  region,
  credentials,
  forcePathStyle,
}: S3StoreOptions): Promise<{ s3: typeof S3; client: S3.S3Client }> => {
  // Large: loaded with the first call, so that services that hold no files do not pay the memory.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Many servers that speak the protocol do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { s3, client };
};

/** Sends content in parts as it comes; answers its size. Nothing stays of what breaks off. */
const upload = async (
  client: S3.S3Client,
  object: { Bucket: string; Key: string; ContentType: string | undefined },
  content: AsyncIterable<Uint8Array>,
): Promise<number> => {
  const { Upload } = await import('@aws-sdk/lib-storage');
  let size = 0;
  let broken: { error: unknown } | undefined;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  const sending = new Upload({
    client,
    params: { ...object, Body: Readable.from(counted(), { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  // When the content breaks off, that is the news, not what became of cleaning up.
  await sending.done().catch((error: unknown) => {
    throw broken ? broken.error : error;
  });
  return size;
};

/** Files in a bucket of S3 or of a server that speaks its protocol. */
export const createS3Store = (options: S3StoreOptions): FileStore => {
  let opened: ReturnType<typeof connect> | undefined;
  const open = (): ReturnType<typeof connect> => (opened ??= connect(options));
  const named = (key: string): { Bucket: string; Key: string } => ({ Bucket: options.bucket, Key: key });

  return {
    bytesHeld: PART_BYTES * PARTS_AT_ONCE,
    put: async (key, content, { contentType }) => {
      if (!isFileKey(key)) throw new RangeError(`${key} is no key of a file`);
      const { client } = await open();
      return { size: await upload(client, { ...named(key), ContentType: contentType }, content) };
    },
    find: async (key) => {
      if (!isFileKey(key)) return undefined;
      const { s3, client } = await open();
      const found = await client.send(new s3.HeadObjectCommand(named(key))).catch(missing);
      return found && { size: found.ContentLength ?? 0 };
    },
    get: async (key, range) => {
      if (!isFileKey(key)) return undefined;
      const { s3, client } = await open();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await client.send(new s3.GetObjectCommand({ ...named(key), ...part })).catch(missing);
      if (!found) return undefined;
      return { size: readSize(found.ContentRange, found.ContentLength), stream: found.Body as Readable };
    },
    async *list() {
      const { s3, client } = await open();
      for (let token: string | undefined; ;) {
        const page = await client.send(
          new s3.ListObjectsV2Command({ Bucket: options.bucket, ContinuationToken: token }),
        );
        for (const { Key: key, LastModified: storedAt } of page.Contents ?? [])
          if (key && storedAt && isFileKey(key)) yield { key, storedAt };
        token = page.NextContinuationToken;
        if (token === undefined) return;
      }
    },
    delete: async (key) => {
      const { s3, client } = await open();
      const remove = async (name: string): Promise<void> => {
        await client.send(new s3.DeleteObjectCommand(named(name))).catch(missing);
      };
      if (isFileKey(key)) return remove(key);
      if (!isFileId(key)) return;
      const list = new s3.ListObjectsV2Command({ Bucket: options.bucket, Prefix: `${key}/` });
      for (const { Key: name } of (await client.send(list)).Contents ?? []) if (name) await remove(name);
    },
    check: async () => {
      const { s3, client } = await open();
      await client.send(new s3.HeadBucketCommand({ Bucket: options.bucket }));
    },
    close: async () => (await opened)?.client.destroy(),
  };
};
