import { serviceNames } from '@parley/runtime';
import { countConnections, poolSize } from './engines';

const POOLS = serviceNames.length + 1;

describe('The pools of one process', () => {
  it('have the connections that are set where the server takes them', () => {
    expect(poolSize(10, countConnections({ databaseConnections: 10 }))).toBe(10);
    expect(poolSize(10, 1_000)).toBe(10);
  });

  it('fit together into the 97 connections of a server with its own settings, with 20 to spare', () => {
    expect(poolSize(10, 97) * POOLS).toBeLessThanOrEqual(77);
    expect((poolSize(10, 97) + 1) * POOLS).toBeGreaterThan(77);
  });

  it('have 2 connections at least', () => expect(poolSize(10, 5)).toBe(2));
});
