import { projectScope } from '@parley/auth';
import { type DomainError, invalid } from '@parley/errors';
import {
  fileUrl,
  honestName,
  openContent,
  SAMPLE_BYTES,
  sniff,
  storeFile,
  SvgTooComplexError,
} from '@parley/files';
import { OutboundError, type OutboundStream } from '@parley/outbound';
import type {
  ImportImageRequest,
  ImportImageResponse,
} from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import type { CallContext } from '@parley/rpc';
import { tooLargeFor } from '../rest';
import type { UploadDeps } from './deps';
import { MAX_FILE_BYTES } from '../limits';
import { forgetUploads, noteUpload } from './upload-note.store';

const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 5;

const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/svg+xml',
]);

const wrongUrl = (message: string): DomainError => invalid({ field: 'url', message });

/** The problem of a URL in the caller's words. Nothing reveals a private address. */
const translate = (error: unknown): unknown => {
  if (error instanceof SvgTooComplexError) return wrongUrl(`leads to what ${error.message}`);
  if (!(error instanceof OutboundError)) return error;
  if (error.code === 'too_large') return tooLargeFor(MAX_FILE_BYTES);
  const messages = {
    invalid_url: 'must be an http or https address without a password, on port 80, 443 or from 1024 on',
    forbidden_address: 'must be on the public internet',
    unreachable: 'could not be reached',
    timeout: `did not send the image within ${TIMEOUT_MS / 1000} seconds`,
    too_many_redirects: `redirects more than ${MAX_REDIRECTS} times`,
  };
  return wrongUrl(messages[error.code]);
};

const readFileName = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'image';
  } catch {
    return 'image';
  }
};

async function* translated(body: OutboundStream['body']): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw translate(error);
  }
}

/** Copies an image from the web into the project's files. 400 naming `url` when there is no image, 413 beyond 100 MB. */
export const importImage = async (
  { files, outbound, publicUrl, sql, now }: UploadDeps,
  { url }: ImportImageRequest,
  context: CallContext,
): Promise<ImportImageResponse> => {
  const { projectId } = projectScope(context.scope);
  const answer = await outbound
    .stream({
      url,
      headers: { accept: 'image/*' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_FILE_BYTES,
      maxRedirects: MAX_REDIRECTS,
      signal: context.signal,
    })
    .catch((error: unknown) => {
      throw translate(error);
    });
  const { head, whole, close } = await openContent(translated(answer.body), SAMPLE_BYTES);
  try {
    if (answer.status !== 200) throw wrongUrl(`answered with status ${answer.status}`);
    const kind = await sniff(head);
    if (!kind || !imageTypes.has(kind.contentType))
      throw wrongUrl('must lead to a PNG, JPEG, GIF, WebP, SVG or BMP image');
    const name = await honestName(head, readFileName(answer.url));
    const key = await storeFile(files, projectId, name, whole, (key) =>
      noteUpload(sql, key, new Date(now())),
    ).catch((error: unknown) => {
      throw translate(error);
    });
    await forgetUploads(sql, [key]);
    return { fileUrl: fileUrl(publicUrl(), key) };
  } finally {
    await close();
  }
};
