import { type Sql } from '@parley/persistence';
import { noteHeardFrom } from './contact-event.store';

/** Notes that a contact wrote, or the one it has become part of since; an older message changes nothing. */
export const noteMessage = (tx: Sql, projectId: string, contactId: string, at: Date): Promise<void> =>
  noteHeardFrom(tx, projectId, contactId, at);
