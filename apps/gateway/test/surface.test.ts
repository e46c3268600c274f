import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rpcDescriptions } from '@parley/proto';
import { methodPath } from '@parley/rpc';
import { findExistenceCheck } from '../src/rest/existence';
import { requestFields } from '../src/rest/fields';
import { operations } from '../src/routes';

interface SpecifiedOperation {
  group: string;
  operation: string;
  method: string;
  path: string;
  surface: string;
  service: string;
}

const specified = (): SpecifiedOperation[] =>
  readFileSync(resolve(__dirname, 'public-surface.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [group, operation, method, path, surface, service] = line.split('\t');
      return { group, operation, method, path, surface, service } as SpecifiedOperation;
    });

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

  it('binds every operation as public-surface.tsv lists it, and none beside the list', () => {
    const bound = operations.map(({ id, method, path, options: { surface }, definition }) => {
      const [group, operation] = id.split('.');
      return { group, operation, method, path, surface, service: definition.fullName.split('.')[1] };
    });
    const byName = (one: { group?: string; operation?: string }): string => `${one.group}.${one.operation}`;
    const inOrder = <T extends { group?: string; operation?: string }>(list: T[]): T[] =>
      list.sort((one, other) => (byName(one) < byName(other) ? -1 : 1));
    expect(inOrder(bound)).toEqual(inOrder(specified()));
  });

  it('keeps shape functions under a tenth of the rows once the table is large', () => {
    const shapes = operations.filter(({ options: { out } }) => typeof out === 'object' && 'render' in out);
    expect(shapes.length).toBeLessThanOrEqual(Math.max(3, operations.length / 10));
  });
});
