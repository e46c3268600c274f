import { conflict, type DomainError, notFound } from '@parley/errors';
import { type ItemStatus, type ItemType, nouns } from '../core';

/** 404 with the code of the kind, such as `banner_not_found`. */
export const itemNotFound = (type: ItemType): DomainError => notFound(nouns[type]);

/** 409 `invalid_status_transition`. */
export const invalidTransition = (from: ItemStatus, to: ItemStatus): DomainError =>
  conflict('INVALID_STATUS_TRANSITION', `An item that is ${from} cannot become ${to}.`);

/** 409 `engagement_live`. */
export const engagementLive = (fields: readonly string[]): DomainError =>
  conflict('ENGAGEMENT_LIVE', `The item is live: pause it before you change ${fields.join(', ')}.`);
