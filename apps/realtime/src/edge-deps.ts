import type { Turns } from '@parley/limits';
import type { Deps } from './deps';
import type { Devices } from './devices';
import type { Presence } from './presence';
import type { Projects } from './projects';
import type { Feeds } from './streams';
import type { Team } from './team';
import type { Budgets } from './edge';
import type { Connection } from './connections';

/** What connections are served with. */
export interface Edge extends Deps {
  projects: Projects;
  feeds: Feeds;
  presence: Presence;
  devices: Devices;
  team: Team;
  /** What frames are counted against. */
  budgets: Budgets;
  /** Projects take turns with frames. */
  turns: Turns;
  /** Clients that are connected. */
  connections: Set<Connection>;
  /** Open sockets, those among them that are being refused. */
  sockets: { count: number };
  /** Whether no more clients are taken. */
  isClosing: boolean;
}
