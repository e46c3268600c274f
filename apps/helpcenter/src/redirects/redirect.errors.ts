import { DomainError, exists } from '@parley/errors';

/** 409 `redirect_exists`. */
export const redirectExists = (oldUrl: string): DomainError =>
  exists('REDIRECT_EXISTS', `Another redirect of this project leads from ${oldUrl} already.`);

/** 400 `redirect_loop`. */
export const redirectLoop = (message: string): DomainError =>
  new DomainError('invalid', 'REDIRECT_LOOP', `newUrl: ${message}`, {
    fields: [{ field: 'newUrl', message }],
  });
