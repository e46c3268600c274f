// Where things are, for every script of the workspace.
import { fileURLToPath } from 'node:url';
import { dirname, resolve } from 'node:path';

/** Root folder of the workspace. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Absolute path of something in the workspace. */
export const at = (...parts) => resolve(root, ...parts);
