import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from './connect';

/** Makes the folder of all local state when it is missing; answers its absolute path. */
export const openHome = (home: string): string => {
  const path = resolve(home);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The folder ${path} cannot be written (${code}). Set PARLEY_HOME to one that this user may write to.`,
    );
  }
  return path;
};
