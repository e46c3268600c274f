import { type DomainError, invalid } from '@parley/errors';

/** 400: the content is no mail, or a mail that cannot be answered. */
export const unreadable = (message: string): DomainError => invalid({ field: 'mime', message });
