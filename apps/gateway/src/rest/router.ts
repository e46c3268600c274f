/** One step of a path: literal children, and at most one that takes any segment. */
interface Node<Row> {
  literals: Map<string, Node<Row>>;
  parameter?: Node<Row>;
  row?: Row;
}

/** A row found for a path, with its raw (still percent-encoded) parameters in the order of the path. */
export interface Match<Row> {
  row: Row;
  parameters: string[];
}

/** Finds rows by method and path. */
export interface Router<Row> {
  find(method: string, path: string): Match<Row> | undefined;
  /** Methods of the rows that a path matches; empty when it matches none. */
  listMethods(path: string): string[];
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

const splitPath = (path: string): string[] => {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(1, end).split('/');
};

/** Literal before parameter; falls back to the parameter when the literal leads nowhere. */
const walk = <Row>(
  node: Node<Row>,
  segments: readonly string[],
  at: number,
  parameters: string[],
): Row | undefined => {
  const segment = segments[at];
  if (segment === undefined) return node.row;
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, segments, at + 1, parameters);
  if (found !== undefined) return found;
  if (!node.parameter || segment === '') return undefined;
  parameters.push(segment);
  const row = walk(node.parameter, segments, at + 1, parameters);
  if (row === undefined) parameters.pop();
  return row;
};

/** Builds the router. Throws when two rows have the same method and path. */
export const createRouter = <Row extends { method: string; path: string }>(
  rows: readonly Row[],
): Router<Row> => {
  const trees = new Map<string, Node<Row>>();
  const create = (): Node<Row> => ({ literals: new Map() });
  for (const row of rows) {
    let node = trees.get(row.method) ?? create();
    trees.set(row.method, node);
    for (const segment of splitPath(row.path)) {
      const next = (isParameter(segment) ? node.parameter : node.literals.get(segment)) ?? create();
      if (isParameter(segment)) node.parameter = next;
      else node.literals.set(segment, next);
      node = next;
    }
    if (node.row) throw new Error(`${row.method} ${row.path} is bound twice`);
    node.row = row;
  }

  const find = (method: string, segments: readonly string[]): Match<Row> | undefined => {
    const tree = trees.get(method);
    if (!tree) return undefined;
    const parameters: string[] = [];
    const row = walk(tree, segments, 0, parameters);
    return row && { row, parameters };
  };
  return {
    find: (method, path) => find(method, splitPath(path)),
    listMethods: (path) => {
      const segments = splitPath(path);
      return [...trees.keys()].filter((method) => find(method, segments));
    },
  };
};
