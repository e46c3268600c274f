import { type DomainError, forbidden, notFound } from '@parley/errors';

/** 404 MEMBER_NOT_FOUND: the person is no direct member of the project. */
export const memberNotFound = (): DomainError =>
  notFound('member', 'This person is no direct member of the project.');

/** 403 OWN_ROLE: a caller cannot change the own role. */
export const ownRole = (): DomainError =>
  forbidden('OWN_ROLE', 'You cannot change your own role. Ask another admin of the project.');

/** 403 CREATOR_ROLE: a project's creator is its admin for good. */
export const creatorRole = (): DomainError =>
  forbidden('CREATOR_ROLE', 'The creator of a project stays its admin and cannot be removed.');
