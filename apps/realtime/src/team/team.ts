import { systemContext } from '@parley/rpc';
import { createWorker } from '@parley/runtime';
import type { Deps } from '../deps';
import { createOpenWindows } from './open-windows';
import { reasons, type Connection, end } from '../connections';

/** Milliseconds between two looks who still has access: connections of those who have not end within 5 s. */
const LOOK_MS = 4_000;

/** Most people of one question. */
const MAX_ASKED = 500;

/** The members of teams that are connected here. */
export interface Team {
  /** A connection acts for a member. */
  add(connection: Connection, userId: string): void;
  /** A connection is closed. */
  remove(connection: Connection): void;
  start(): void;
  stop(): Promise<void>;
}

type Connections = Map<string, Set<Connection>>;

/** Ends the connections of those who lose access to their project, and reports who is connected. */
export const createTeam = (deps: Pick<Deps, 'workspace' | 'windows' | 'meter' | 'log'>): Team => {
  const openWindows = createOpenWindows(deps);
  const projects = new Map<string, Connections>();

  const look = async (projectId: string, members: Connections): Promise<void> => {
    const userIds = [...members.keys()];
    for (let from = 0; from < userIds.length; from += MAX_ASKED) {
      const asked = userIds.slice(from, from + MAX_ASKED);
      const found = await deps.workspace.getMembers(
        { projectId, userIds: asked },
        systemContext('realtime', { projectId }),
      );
      const known = new Set(found.members.map(({ id }) => id));
      for (const userId of asked)
        if (!known.has(userId))
          for (const connection of members.get(userId) ?? []) end(deps, connection, reasons.accessLost);
    }
  };

  const rounds = createWorker({
    name: 'access of connected members',
    interval: LOOK_MS,
    isAligned: true,
    log: deps.log,
    round: async () => {
      const looks = await Promise.allSettled(
        [...projects].map(([projectId, members]) => look(projectId, members)),
      );
      const failed = looks.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return false;
    },
  });

  return {
    add: (connection, userId) => {
      if (connection.memberIds.includes(userId)) return;
      connection.memberIds = [...connection.memberIds, userId];
      const members: Connections = projects.get(connection.project.id) ?? new Map();
      projects.set(connection.project.id, members);
      members.set(userId, (members.get(userId) ?? new Set()).add(connection));
      openWindows.opened(userId);
    },
    remove: (connection) => {
      const members = projects.get(connection.project.id);
      for (const userId of connection.memberIds) {
        openWindows.closed(userId);
        const connections = members?.get(userId);
        if (connections?.delete(connection) && connections.size === 0) members?.delete(userId);
      }
      if (members?.size === 0) projects.delete(connection.project.id);
    },
    start: () => {
      rounds.start();
      openWindows.start();
    },
    stop: async () => {
      await Promise.all([rounds.stop(), openWindows.stop()]);
    },
  };
};
