import { type Sql } from '@parley/persistence';
import { type Deps } from '../deps';
import { endStream, setBlocked, type StreamName } from './stream.store';

/** What became of a contact. */
export type ContactFate = 'gone' | 'blocked' | 'hears';

/** Notes in the stream of a contact whether it may hear it; the stream of one that is gone ends for good. */
export const followContact = (
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  stream: StreamName,
  fate: ContactFate,
): Promise<void> =>
  fate === 'gone' ? endStream(tx, stream, clock()) : setBlocked(tx, stream, fate === 'blocked');
