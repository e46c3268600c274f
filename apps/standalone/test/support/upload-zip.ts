import { packZip } from '@parley/testing';
import { type Api, ok } from './api';

/** Uploads a ZIP with some files. Answers its address. */
export const uploadZip = async (
  api: Api,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<string> => {
  const bytes = packZip(Object.entries(files).map(([name, content]) => ({ name, content })));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'help.zip');
  return ok(await api.call('POST', '/uploads', form)).fileUrl as string;
};
