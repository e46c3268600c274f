import { conflict, type DomainError, notFound } from '@parley/errors';

/** 404 MAILBOX_NOT_FOUND: no such mailbox in this project. */
export const mailboxNotFound = (): DomainError => notFound('mailbox');

/** 409 MAILBOX_ADDRESS_TAKEN: an address belongs to one mailbox of the installation. */
export const mailboxAddressTaken = (): DomainError => conflict('MAILBOX_ADDRESS_TAKEN');

/** 409 MAILBOX_LIMIT_REACHED: the project has 100 mailboxes. */
export const mailboxLimitReached = (): DomainError => conflict('MAILBOX_LIMIT_REACHED');
