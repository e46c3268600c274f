import type { Sql } from '@parley/persistence';
import { type Heard, noteHeardFrom } from './contact-event.store';

/** Notes that contacts wrote, or those that they have become part of since; an older message changes nothing. */
export const noteMessages = (tx: Sql, messages: readonly Heard[]): Promise<void> =>
  noteHeardFrom(tx, messages);
