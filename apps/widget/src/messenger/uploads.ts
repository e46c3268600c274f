import { Refused, type App, type Attachment } from '../core';

/** Most bytes of a file. */
export const MOST_BYTES = 20 * 1024 * 1024;

/** Uploads a file and reports the progress, from 0 to 1; `fetch` has no progress for uploads. */
export const upload = async (
  { root, key, session }: App,
  file: File,
  progress: (share: number) => void,
): Promise<Attachment> => {
  const headers: Record<string, string> = { 'api-token': key, ...(await session.headers()) };
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${root}/v3/shared/uploads`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('The file could not be sent.'));
    request.onload = () => {
      const { status, response } = request;
      const {
        fileUrl,
        code = 'unknown',
        message = '',
      } = (response ?? {}) as Record<string, string | undefined>;
      if (status === 200 && fileUrl !== undefined)
        resolve({ name: file.name, url: fileUrl, ...(file.type !== '' && { type: file.type }) });
      else reject(new Refused(status, code, message, undefined));
    };
    request.send(form);
  });
};
