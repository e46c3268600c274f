import type { EventRow } from '@parley/events';

/**
 * Events as one JSON text that `json_populate_recordset(NULL::outbox_event, …)` takes. Their payloads and headers are
 * JSON already and go in as they are.
 */
export const eventsJson = (rows: readonly EventRow[]): string => {
  const objects = rows.map(([id, subject, projectId, aggregateId, payload, headers]) => {
    const names = JSON.stringify({ id, subject, project_id: projectId, aggregate_id: aggregateId });
    return `${names.slice(0, -1)},"payload":${payload},"headers":${headers}}`;
  });
  return `[${objects.join(',')}]`;
};
