import { hashId } from '@parley/persistence';
import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';

/** Parameters that take several values by comma, of which the order says nothing. */
const several = ['type', 'channel', 'priority', 'tag', 'team', 'user'];

const inOrder = (values: readonly string[]): string[] => [...new Set(values)].sort();

const normalizeValue = (name: string, sent: unknown): unknown => {
  if (name === 'filter')
    return inOrder(
      (sent as readonly FieldFilter[]).map(({ field, operator, values }) =>
        JSON.stringify([field, operator, inOrder(values)]),
      ),
    );
  return several.includes(name) ? inOrder((sent as string).split(',').map((value) => value.trim())) : sent;
};

/**
 * A key that says all of a question: who asks in which project, what, and with which parameters, in an order of its own. Bounds stay as
 * they were sent: without an end the question is until now, whenever it is asked.
 */
export const questionKey = (operation: string, projectId: string, request: object): string =>
  hashId(
    JSON.stringify([
      operation,
      projectId,
      Object.entries(request)
        .filter(([, sent]) => sent !== undefined)
        .map(([name, sent]) => [name, normalizeValue(name, sent)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );
