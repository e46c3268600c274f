import { newId, type Sql } from '@parley/persistence';
import { insertEventOfItem } from './contact-event.store';

/** A contact did something with an engagement item. */
export const noteItemEvent = (
  tx: Sql,
  projectId: string,
  contactId: string,
  outbound: string,
  date: Date,
): Promise<void> => insertEventOfItem(tx, projectId, contactId, { id: newId(), outbound, date });
