import { createWorker, type Worker } from '@parley/runtime';
import { reasons, end } from '../connections';
import type { Edge } from '../edge-deps';

/**
 * Ends the connections of projects that are not there any more. No operation deletes a project: an operator did, or restored a
 * database, so that it does not have to be noticed at once.
 */
export const watchProjects = (edge: Edge): Worker =>
  createWorker({
    name: 'projects of connections',
    interval: edge.timing.projectsMs,
    isAligned: true,
    log: edge.log,
    round: async () => {
      const keys = new Set([...edge.connections].map(({ project }) => project.signer.key));
      for (const key of keys) {
        if (await edge.projects.byKey(key)) continue;
        for (const connection of edge.connections)
          if (connection.project.signer.key === key) end(edge, connection, reasons.projectGone);
      }
      return false;
    },
  });
