import { newId } from '@parley/persistence';
import type { Redirect } from '@parley/proto/generated/parley/helpcenter/v1/redirect';
import {
  invalidAt,
  notFound,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
} from './support/helpcenter';

let service: TestHelpcenter;
let project: TestProject;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const create = async (oldUrl: string, newUrl: string, matchType = 'exact'): Promise<Redirect> => {
  const request = { oldUrl, newUrl, matchType };
  const { redirect } = await service.redirects.createRedirect(request, project.as('user'));
  if (!redirect) throw new Error('No redirect');
  return redirect;
};
const update = async (
  { id: redirectId }: { id: string },
  change: { oldUrl?: string; newUrl?: string; matchType?: string },
  nulls: string[] = [],
) => (await service.redirects.updateRedirect({ redirectId, ...change, nulls }, project.as('user'))).redirect;
const list = async (query: { sort?: string; skip?: number; limit?: number } = {}) =>
  (await service.redirects.listRedirects({ filter: [], skip: 0, limit: 1000, ...query }, project.as('agent')))
    .redirects;
const visitor = () => project.as('user', { type: 'anonymous' });
const resolve = async (path: string, rest: { url?: string; matchType?: string } = {}) => {
  const request = { path, url: '', matchType: '', ...rest };
  return (await service.redirects.resolveRedirect(request, visitor())).redirect?.url;
};
const loop = { reason: 'REDIRECT_LOOP', kind: 'invalid' };

describe('redirects (6)', () => {
  it('are documents, listed oldest first, updated field by field and deleted', async () => {
    const one = await create('/old#part', '/new');
    const two = await create('/older/*', 'https://example.com/$1', 'pattern');
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: one.id,
      project: project.id,
      organisation: project.organisationId,
      oldUrl: '/old',
      newUrl: '/new',
      matchType: 'exact',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: one.createdAt,
    });
    expect(await list()).toEqual([one, two]);
    expect(await list({ sort: '-createdAt', limit: 1 })).toEqual([two]);
    const after = await update(one, { newUrl: '/newer' });
    expect(after).toEqual({ ...one, newUrl: '/newer', updatedAt: after?.updatedAt });
    expect(await update(one, { newUrl: '/newer' })).toEqual(after);
    const { redirect } = await service.redirects.deleteRedirect({ redirectId: one.id }, project.as('user'));
    expect(redirect).toEqual(after);
    expect(await list()).toEqual([two]);
  });

  it('are 404 redirect_not_found when unknown or of another project', async () => {
    const one = await create('/old', '/new');
    const own = project;
    project = service.project();
    expect(await list()).toEqual([]);
    expect(await resolve('/old')).toBeUndefined();
    for (const id of [one.id, newId()]) {
      await expect(update({ id }, {})).rejects.toMatchObject(notFound('REDIRECT'));
      await expect(
        service.redirects.deleteRedirect({ redirectId: id }, project.as('user')),
      ).rejects.toMatchObject(notFound('REDIRECT'));
      await expect(
        service.redirects.checkRedirect({ redirectId: id }, project.as('user')),
      ).rejects.toMatchObject(notFound('REDIRECT'));
    }
    project = own;
    expect(await list()).toEqual([one]);
  });

  it.each<[string, string, string, string, string]>([
    ['a relative oldUrl', 'old', '/new', 'exact', 'oldUrl'],
    ['an oldUrl of another scheme', 'ftp://a.b/c', '/new', 'exact', 'oldUrl'],
    ['an oldUrl that is a fragment alone', '#a', '/new', 'exact', 'oldUrl'],
    ['an oldUrl of 2,049 characters', `/${'x'.repeat(2_048)}`, '/new', 'exact', 'oldUrl'],
    ['6 stars', '/******', '/new', 'pattern', 'oldUrl'],
    ['//host', '/old', '//evil.example', 'exact', 'newUrl'],
    ['a backslash', '/old', '/\\evil.example', 'exact', 'newUrl'],
    ['a control character', '/old', '/a\nb', 'exact', 'newUrl'],
    ['javascript:', '/old', 'javascript:alert(1)', 'exact', 'newUrl'],
    ['data:', '/old', 'data:text/html,x', 'exact', 'newUrl'],
    ['a URL without host', '/old', 'https://', 'exact', 'newUrl'],
    ['a relative newUrl', '/old', 'new', 'exact', 'newUrl'],
    ['an empty newUrl', '/old', '', 'exact', 'newUrl'],
    ['a number without its star', '/old/*', '/new/$2', 'pattern', 'newUrl'],
    ['$0', '/old/*', '/new/$0', 'pattern', 'newUrl'],
    ['$6', '/*/*/*/*/*', '/new/$6', 'pattern', 'newUrl'],
    ['a number in the host', '/old/*', 'https://$1.example.com/', 'pattern', 'newUrl'],
    ['a number at the end of the host', '/old/*', 'https://example.com$1', 'pattern', 'newUrl'],
  ])(
    'refuse %s with 400 naming the field, on create and update',
    async (_what, oldUrl, newUrl, type, field) => {
      await expect(create(oldUrl, newUrl, type)).rejects.toMatchObject(invalidAt(field));
      const one = await create('/known', '/new');
      await expect(update(one, { oldUrl, newUrl, matchType: type })).rejects.toMatchObject(invalidAt(field));
      expect(await list()).toEqual([one]);
    },
  );

  it('cannot be cleared by null', async () => {
    const one = await create('/old', '/new');
    await expect(update(one, {}, ['newUrl'])).rejects.toMatchObject(invalidAt('newUrl'));
  });

  it('are 409 redirect_exists for the same matchType and address, on create and update, also at once', async () => {
    const one = await create('/old', '/new');
    await create('/old', '/new', 'pattern');
    for (const same of ['/old', '/old/', '/%6Fld', '/old#x'])
      await expect(create(same, '/other')).rejects.toMatchObject({ reason: 'REDIRECT_EXISTS' });
    const other = await create('/Old', '/other');
    await expect(update(other, { oldUrl: '/old' })).rejects.toMatchObject({ reason: 'REDIRECT_EXISTS' });
    expect(await update(one, { oldUrl: '/old/' })).toMatchObject({ oldUrl: '/old/' });
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => create('/once', '/new')));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('redirect_loop (6)', () => {
  it('is answered for a redirect to itself, back over others, and through a pattern', async () => {
    await expect(create('/a', '/a')).rejects.toMatchObject(loop);
    await expect(create('/a', '/a/?x=1#y')).rejects.toMatchObject(loop);
    await expect(create('/a/*', '/a/b/$1', 'pattern')).rejects.toMatchObject(loop);
    await create('/a', '/b');
    const c = await create('/b', '/c');
    await expect(create('/c', '/a')).rejects.toMatchObject(loop);
    await create('/p/*', '/q/$1', 'pattern');
    await expect(create('/q/*', '/p/$1', 'pattern')).rejects.toMatchObject(loop);
    await expect(update(c, { newUrl: '/a' })).rejects.toMatchObject(loop);
    expect(await update(c, { newUrl: '/d' })).toMatchObject({ newUrl: '/d' });
  });

  it('is answered over more than 10 others, not over 10', async () => {
    for (let n = 10; n >= 1; n -= 1) await create(`/${n}`, `/${n - 1}`);
    await create('/start', '/10');
    await expect(create('/before', '/start')).rejects.toMatchObject(loop);
    expect(await resolve('/start')).toBe('/0');
  });

  it('is made by no two writers together', async () => {
    const [a, b] = [await create('/a', '/x'), await create('/b', '/y')];
    const all = await Promise.allSettled([update(a, { newUrl: '/b' }), update(b, { newUrl: '/a' })]);
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('leads nowhere where it comes about by what the stars hold', async () => {
    await create('/b/foo', '/a/foo');
    await create('/a/*', '/b/$1', 'pattern');
    expect(await resolve('/a/foo')).toBeUndefined();
    expect(await resolve('/a/bar')).toBe('/b/bar');
  });
});

describe('resolving (6, 8.2)', () => {
  it('compares percent-decoded, without a slash at the end; case counts; a query is ignored and carried over', async () => {
    await create('/old page', '/new');
    await create('/q', '/new?own=1#end');
    await create('/f', '/new#end');
    expect(await resolve('/old%20page/')).toBe('/new');
    expect(await resolve('/OLD%20page')).toBeUndefined();
    expect(await resolve('/old%20page?a=1&b=2')).toBe('/new?a=1&b=2');
    expect(await resolve('/q?a=1')).toBe('/new?own=1#end');
    expect(await resolve('/f?a=1')).toBe('/new?a=1#end');
    expect(await resolve('/100%')).toBeUndefined();
  });

  it('prefers exact to pattern, then more characters beside stars, then the older', async () => {
    await create('/a/*', '/short', 'pattern');
    await create('/a/b/*', '/long', 'pattern');
    await create('/*/b/c', '/older', 'pattern');
    await create('/a/b/c', '/exact');
    expect(await resolve('/a/x')).toBe('/short');
    expect(await resolve('/a/b/x')).toBe('/long');
    expect(await resolve('/a/b/c')).toBe('/exact');
    expect(await resolve('/a/b/c', { matchType: 'pattern' })).toBe('/long');
    expect(await resolve('/a/b/x', { matchType: 'exact' })).toBeUndefined();
  });

  it('follows a chain to its end, out of the help center too', async () => {
    await create('/1', '/2');
    await create('/2', '/3/x');
    await create('/3/*', 'https://example.com/$1', 'pattern');
    expect(await resolve('/1?q=1')).toBe('https://example.com/x?q=1');
  });

  it('finds a redirect of a URL by the URL, or by the path with its URL beside', async () => {
    await create('https://Help.example.com/old', '/new');
    expect(await resolve('https://help.example.com/old/')).toBe('/new');
    expect(await resolve('/old', { url: 'https://help.example.com/old' })).toBe('/new');
    expect(await resolve('/old')).toBeUndefined();
  });

  it('takes stars and numbers of an exact redirect for plain characters', async () => {
    await create('/a*', '/$1');
    expect(await resolve('/ab')).toBeUndefined();
    expect(await resolve('/a*')).toBe('/$1');
  });

  it('never changes the host', async () => {
    await create('/go/*', '/$1', 'pattern');
    expect(await resolve('/go//evil.example')).toBe('/evil.example');
    expect(await resolve('/go/%2F%2Fevil.example')).toBe('/evil.example');
    expect(await resolve('/go/%5Cevil.example')).toBe('/%5Cevil.example');
    expect(await resolve('/go/%09/evil.example')).toBe('/%09/evil.example');
  });

  it('is 301, and 404 helpcenter_not_found while the help center is switched off', async () => {
    await create('/old', '/new');
    const request = { path: '/old', url: '', matchType: '' };
    expect(await service.redirects.resolveRedirect(request, visitor())).toEqual({
      redirect: { url: '/new', status: 301 },
    });
    project = service.project();
    service.beside.settings.set(project.id, { helpcenter: { enabled: false } });
    await expect(resolve('/old')).rejects.toMatchObject(notFound('HELPCENTER'));
  });
});
