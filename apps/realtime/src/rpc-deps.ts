import type { Signers } from '@parley/realtime';
import type { Deps } from './deps';
import type { Presence } from './presence';
import type { Members } from './team';

/** Dependencies of the operations. */
export interface RpcDeps extends Pick<Deps, 'db' | 'tickets' | 'broadcast' | 'publicUrl'> {
  signers: Signers;
  members: Members;
  presence: Pick<Presence, 'announce'>;
}
