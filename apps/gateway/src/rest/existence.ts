import type { Operation } from './operation';

/** The path up to and with its last parameter: `/tickets/{ticketId}` of `/tickets/{ticketId}/typing`. */
const upToParameter = (path: string): string => path.slice(0, path.lastIndexOf('}') + 1);

/** The nearest thing of a path that something else is in: `/a/{x}` of `/a/{x}/b/{y}`, nothing of `/a/{x}`. */
const around = (path: string): string => upToParameter(path.slice(0, path.lastIndexOf('{')));

/** The part of a path that must exist; from `creates` on things may be new. */
const existingPart = ({ path, options: { creates } }: Operation): string => {
  const at = creates === undefined ? -1 : path.indexOf(`{${creates}}`);
  return upToParameter(at < 0 ? path : path.slice(0, at));
};

/** A row and the RPC of its service that answers 404 when a path names something unknown. */
export interface ExistenceCheck {
  row: Operation;
  rpc: string;
}

/**
 * What answers 404 for an unknown id in the path of `row`: the RPC that the row names in `exists`, else what serves `GET` of
 * the path up to its last id, or to the one before, else a `GET` itself. Undefined where nothing in the path must exist.
 */
export const findExistenceCheck = (
  row: Operation,
  rows: readonly Operation[],
): ExistenceCheck | undefined => {
  const { exists, surface } = row.options;
  if (exists !== undefined) return { row, rpc: exists };
  for (let path = existingPart(row); path !== ''; path = around(path)) {
    const read = rows.find(
      (other) => other.method === 'GET' && other.path === path && other.options.surface === surface,
    );
    if (read) return { row: read, rpc: read.options.exists ?? read.rpc };
  }
  return row.method === 'GET' && existingPart(row) !== '' ? { row, rpc: row.rpc } : undefined;
};
