import { rpcDescriptions } from '@parley/proto';
import { methodPath } from '@parley/rpc';
import { findExistenceCheck } from '../src/rest/existence';
import { requestFields } from '../src/rest/fields';
import { operations } from '../src/routes';

const toRpcPath = ({ definition, rpc }: (typeof operations)[number]): string => {
  const method = definition.methods[rpc];
  return method ? methodPath(definition, method) : '';
};

/** RPCs that rows only ask whether what their path names is there. */
const listProbePaths = (operation: (typeof operations)[number]): string[] => {
  const { row, rpc } = findExistenceCheck(operation, operations) ?? { row: operation, rpc: '' };
  const method = row.definition.methods[rpc];
  return method ? [methodPath(row.definition, method)] : [];
};

describe('the public surface', () => {
  it('binds every row to an RPC of the contract that is not internal', () => {
    for (const row of operations) {
      expect({ id: row.id, internal: rpcDescriptions[toRpcPath(row)]?.internal }).toEqual({
        id: row.id,
        internal: false,
      });
    }
  });

  it('has a row for every RPC that is not internal, unless a row asks it whether something exists', () => {
    const bound = new Set(operations.flatMap((row) => [toRpcPath(row), ...listProbePaths(row)]));
    const unbound = Object.entries(rpcDescriptions)
      .filter(([path, { internal }]) => !internal && !bound.has(path))
      .map(([path]) => path);
    expect(unbound).toEqual([]);
  });

  it('lets every CSV file begin with a byte order mark', () => {
    const files = operations.filter(
      ({ options: { out } }) => typeof out === 'object' && 'stream' in out && out.stream === 'csv',
    );
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((row) => requestFields(row).query['bom']?.['type'] !== 'boolean')).toEqual([]);
  });

  it('keeps shape functions under a tenth of the rows once the table is large', () => {
    const shapes = operations.filter(({ options: { out } }) => typeof out === 'object' && 'render' in out);
    expect(shapes.length).toBeLessThanOrEqual(Math.max(3, operations.length / 10));
  });
});
