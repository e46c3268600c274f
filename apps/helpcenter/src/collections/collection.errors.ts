import { conflict, type DomainError, notFound } from '@parley/errors';

/** 404 `collection_not_found`. */
export const collectionNotFound = (): DomainError => notFound('collection');

/** 409 `collection_not_empty`. */
export const collectionNotEmpty = (): DomainError => conflict('COLLECTION_NOT_EMPTY');

/** 409 `collection_has_subcollections`. */
export const collectionHasSubcollections = (): DomainError => conflict('COLLECTION_HAS_SUBCOLLECTIONS');
