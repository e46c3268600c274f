import type { IncomingMessage } from 'node:http';
import { DomainError, invalid, notFound, unavailable } from '@parley/errors';
import { discardFile, fileUrl } from '@parley/files';
import express, { type Router } from 'express';
import type { BodyRoom } from '../limits';
import { HttpError, methodNotAllowed, tooLargeFor, tooSlow, watchPace } from '../rest';
import { isLinkUsed, useLink } from '../used-links';
import type { UploadDeps } from './deps';
import { storeContent } from './store-content';
import { readUploadLink, type UploadLink } from './upload-link';
import { forgetUploads, noteUpload } from './upload-note.store';

const FIELD = 'file';

/** Takes files at the addresses that were made for them, `PUT /<token>`; 503 until the gateway is started. */
export const createLinkRoute = (deps: UploadDeps, bodyRoom: BodyRoom, isStarted: () => boolean): Router => {
  const router = express.Router({ strict: true, caseSensitive: true });
  router.all('/:token', (request, response, next) => {
    if (request.method !== 'PUT') return next(methodNotAllowed('PUT'));
    if (!isStarted()) return next(unavailable('The platform is starting. Try again.'));
    takeFile(deps, bodyRoom, request, request.params.token).then((url) => {
      response
        .set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' })
        .json({ fileUrl: url });
    }, next);
  });
  return router;
};

/** Stores the one file of an address. 404 when it is none, has ended or was used; then nothing stays stored. */
const takeFile = async (
  deps: UploadDeps,
  bodyRoom: BodyRoom,
  request: IncomingMessage,
  token: string,
): Promise<string> => {
  const { files, sql, now, publicUrl } = deps;
  const link = readUploadLink(deps, token);
  if (!link || (await isLinkUsed(sql, link.projectId, link))) throw notFound('upload_link');
  const key = await receiveBody(deps, bodyRoom, request, link, (noted) =>
    noteUpload(sql, noted, new Date(now())),
  );
  if (!(await useLink(sql, link.projectId, link))) {
    await discardFile(files, key);
    throw notFound('upload_link');
  }
  await forgetUploads(sql, [key]);
  return fileUrl(publicUrl(), key);
};

/** Stores a body while it arrives; never more than a few parts of it are in memory. 413, 408, 400 when it breaks off. */
const receiveBody = async (
  { files }: Pick<UploadDeps, 'files'>,
  bodyRoom: BodyRoom,
  request: IncomingMessage,
  { projectId, name, maxBytes }: UploadLink,
  announce: (key: string) => Promise<void>,
): Promise<string> => {
  if (Number(request.headers['content-length']) > maxBytes) {
    bodyRoom.refused('too_large');
    throw tooLargeFor(maxBytes);
  }
  const share = bodyRoom.open();
  let tooLate: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    tooLate = () => reject(tooSlow());
  });
  // A body that waits for the store is not slow.
  const pace = watchPace(request, () => tooLate?.(), { isHeld: () => request.readableLength > 0 });
  const content = async function* (): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      // The connection of a refused file must stay, for the answer.
      const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      for await (const chunk of parts) {
        size += chunk.length;
        pace.arrived(chunk.length);
        if (size > maxBytes) throw tooLargeFor(maxBytes);
        // Earlier parts are stored by now.
        if (size <= files.bytesHeld) share.take(chunk.length);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof DomainError ? error : invalid({ field: FIELD, message: 'ended early' });
    }
  };
  const stored = storeContent(files, { projectId, name, content: content(), announce, field: FIELD });
  try {
    return await Promise.race([stored, late]);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'tooLarge') bodyRoom.refused('too_large');
    if (error instanceof HttpError) bodyRoom.refused('too_slow');
    request.resume();
    // A slow file may still arrive after its refusal.
    void stored.then(
      (key) => discardFile(files, key),
      () => undefined,
    );
    throw error;
  } finally {
    pace.end();
    share.release();
  }
};
