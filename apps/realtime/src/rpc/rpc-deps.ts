import { type Deps } from '../deps';
import { type Presence } from '../presence/presence';
import { type Projects } from '../projects/projects';
import { type Members } from '../team/members';

/** What the operations work with. */
export interface RpcDeps extends Pick<Deps, 'db' | 'tickets' | 'broadcast' | 'publicUrl'> {
  projects: Projects;
  members: Members;
  presence: Pick<Presence, 'announce'>;
}
