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
    expect(router.methodsOf('/tickets').sort()).toEqual(['GET', 'POST']);
    expect(router.methodsOf('/tickets/ffffffffffffffffffffffff').sort()).toEqual(['DELETE', 'GET', 'PUT']);
    expect(router.methodsOf('/nothing')).toEqual([]);
  });

  it('refuses two rows with one method and path', () => {
    const [row] = operations;
    expect(() => createRouter([row, row].filter((item) => item !== undefined))).toThrow('bound twice');
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
