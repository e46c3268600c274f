import { DomainError, unauthenticated } from '@parley/errors';

/** 400 INVALID_CODE: wrong, expired or void, without saying which, so that it reveals no accounts. */
export const invalidCode = (): DomainError =>
  new DomainError(
    'invalid',
    'INVALID_CODE',
    'The code is wrong or no longer valid. Ask for a new one and enter it within its time.',
  );

/** 401 INVALID_TOKEN: the account behind the token is gone. */
export const accountGone = (): DomainError =>
  unauthenticated('INVALID_TOKEN', 'The account of this token does not exist. Log in again.');
