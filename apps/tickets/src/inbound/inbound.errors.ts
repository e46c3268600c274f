import { type DomainError, invalid } from '@parley/errors';

/** 400: what was sent is no mail, or one that nobody can answer. */
export const unreadable = (message: string): DomainError => invalid({ field: 'mime', message });
