import { type DomainError, notFound } from '@parley/errors';

/** 404 of an unknown `contentId`. */
export const contentNotFound = (): DomainError => notFound('content');
