import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const folder = resolve(__dirname, '../../../../docs/images');

/** Takes a picture for the documents, with `UPDATE_PICTURES=1`. */
export const keepPicture = async (name: string, shown: Pick<Page, 'screenshot'>): Promise<void> => {
  if (process.env['UPDATE_PICTURES']) await shown.screenshot({ path: join(folder, `${name}.png`) });
};
