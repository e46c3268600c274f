import { DomainError } from '@parley/errors';

/** Why a merged ticket gets no reply of its own. */
export const TICKET_MERGED = 'ticket_merged';

/** 400 `invalid_selection`: the selection names no ticket, or more than the operation takes. */
export const invalidSelection = (message: string): DomainError =>
  new DomainError('invalid', 'INVALID_SELECTION', message, { fields: [{ field: 'selection', message }] });
