import { type DomainError, forbidden, notFound } from '@parley/errors';

/** 404 MEMBER_NOT_FOUND: the person is no direct member of the project. */
export const memberNotFound = (): DomainError => notFound('member');

/** 403 OWN_ROLE: a caller cannot change the own role. */
export const ownRole = (): DomainError => forbidden('OWN_ROLE');

/** 403 CREATOR_ROLE: a project's creator is its admin for good. */
export const creatorRole = (): DomainError => forbidden('CREATOR_ROLE');
