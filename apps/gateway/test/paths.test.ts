import { findNoun } from '../src/rest/nouns';
import { createRouter } from '../src/rest/router';
import { operations } from '../src/routes';

const router = createRouter(operations);
const concrete = (path: string): string => path.replaceAll(/\{\w+\}/g, 'ffffffffffffffffffffffff');

describe('paths', () => {
  it('leads every path to its own row and not to one that shadows it', () => {
    for (const { id, method, path } of operations) {
      expect(router.find(method, concrete(path))?.row.id).toBe(id);
    }
  });

  it('takes a literal before a parameter', () => {
    expect(router.find('GET', '/tickets/ticketscount')?.row.id).toBe('tickets.counts');
    expect(router.find('GET', '/tickets/search')?.row.id).toBe('tickets.search');
    expect(router.find('GET', '/tickets/anything')?.row.id).toBe('tickets.get');
    expect(router.find('GET', '/users/me/permissions')?.row.id).toBe('users.permissions');
  });

  it('falls back to the parameter where the literal leads nowhere', () => {
    expect(router.find('GET', '/sessions/by-user-id')).toMatchObject({
      row: { id: 'sessions.get' },
      parameters: ['by-user-id'],
    });
    expect(router.find('PUT', '/users/me')?.row.id).toBe('users.update-me');
  });

  it('ignores one slash at the end and takes no empty segment', () => {
    expect(router.find('GET', '/tickets/')?.row.id).toBe('tickets.list');
    expect(router.find('GET', '/tickets//')).toBeUndefined();
    expect(router.find('GET', '//tickets')).toBeUndefined();
    expect(router.find('GET', '/')).toBeUndefined();
  });

  it('knows the methods of a path', () => {
    expect(router.listMethods('/tickets').sort()).toEqual(['GET', 'POST']);
    expect(router.listMethods('/tickets/ffffffffffffffffffffffff').sort()).toEqual(['DELETE', 'GET', 'PUT']);
    expect(router.listMethods('/nothing')).toEqual([]);
  });

  it('refuses two rows with one method and path', () => {
    const [row] = operations;
    expect(() => createRouter([row, row].filter((item) => item !== undefined))).toThrow('bound twice');
  });

  /** Paths of the contract that meet others of which neither is the more literal one; docs/clients.md tells of them. */
  const crossing = new Set([
    '/invitations/organisations/{organisationId}',
    '/sessions/by-user-id/{userId}',
    '/tickets/notification/{shareToken}',
  ]);

  const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') === true;

  /** Places where only the first path has a parameter, the second a literal; none when no address is of both. */
  const looserPlaces = (path: string, other: string): number[] => {
    const [mine, its] = [path.split('/'), other.split('/')];
    const meets = (segment: string, place: number) =>
      segment === its[place] || isParameter(segment) || isParameter(its[place]);
    if (mine.length !== its.length || !mine.every(meets)) return [];
    return [...mine.keys()].filter((place) => isParameter(mine[place]) && !isParameter(its[place]));
  };

  it('lets an address be of two paths only where one is the more literal, or an id tells them apart', () => {
    const met = new Set<string>();
    for (const row of operations) {
      for (const { path } of operations) {
        const [place] = looserPlaces(row.path, path);
        const [back] = looserPlaces(path, row.path);
        if (place === undefined || back === undefined || back < place) continue;
        // `path` has the first literal and is meant: the row's parameter there takes ids, and no literal is one.
        met.add(path);
        const parameter = row.path.split('/')[place]?.slice(1, -1) ?? '';
        expect({ row: row.id, parameter, noun: findNoun(row, parameter) }).toEqual({
          row: row.id,
          parameter,
          noun: expect.any(String),
        });
        expect(router.find(row.method, concrete(path))?.row.path ?? path).toBe(path);
      }
    }
    expect(met).toEqual(crossing);
  });

  it('names two parameters of one place alike', () => {
    const names = new Map<string, string>();
    for (const { path } of operations) {
      const segments = path.split('/');
      segments.forEach((segment, index) => {
        if (!segment.startsWith('{')) return;
        const place = segments.slice(0, index).join('/');
        expect(names.get(place) ?? segment).toBe(segment);
        names.set(place, segment);
      });
    }
  });
});
