import { type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';
import { systemContext } from '@parley/rpc';

let workspace: TestWorkspace;
let owner: Person;
beforeAll(async () => {
  workspace = await startWorkspace();
  owner = await workspace.person();
  await workspace.organisations.createOrganisation({ name: 'Engines' }, owner.context);
});
afterAll(() => workspace.stop());

const newProject = async () =>
  present((await workspace.projects.createProject({ name: 'Shop' }, owner.context)).project);
const set = (projectId: string, helpcenter: object) =>
  workspace.projects.updateProject({ projectId, helpcenter }, owner.context);
const resolve = (request: { site?: string; domain?: string }) =>
  workspace.directory.resolveHelpcenterSite(request, systemContext('test'));
const notThere = { kind: 'notFound', reason: 'HELPCENTER_NOT_FOUND' };

describe('ResolveHelpcenterSite', () => {
  it('finds a help center by project id, slug and domain', async () => {
    const { id, organisation } = await newProject();
    expect(await resolve({ site: id })).toEqual({
      projectId: id,
      organisationId: organisation,
      name: 'Shop',
      defaultLanguage: 'en',
      languages: ['en'],
      noindex: false,
      helpcenter: {},
    });
    await set(id, { slug: 'web-shop', customDomain: 'Help.Shop.Example', noindex: true });
    const site = {
      projectId: id,
      organisationId: organisation,
      name: 'Shop',
      slug: 'web-shop',
      customDomain: 'help.shop.example',
      helpcenter: { slug: 'web-shop', customDomain: 'help.shop.example', noindex: true },
      defaultLanguage: 'en',
      languages: ['en'],
      noindex: true,
    };
    expect(await resolve({ site: 'web-shop' })).toEqual(site);
    expect(await resolve({ site: id })).toEqual(site);
    expect(await resolve({ domain: 'help.shop.example' })).toEqual(site);
  });

  it('answers 404 for an unknown one, for no name, and for one that is switched off', async () => {
    const { id } = await newProject();
    await set(id, { slug: 'switched-off', enabled: false });
    for (const request of [{ site: 'unknown' }, { domain: 'help.unknown.example' }, {}]) {
      await expect(resolve(request)).rejects.toMatchObject(notThere);
    }
    await expect(resolve({ site: 'switched-off' })).rejects.toMatchObject(notThere);
    await expect(resolve({ site: id })).rejects.toMatchObject(notThere);
  });

  it('forgets a slug and a domain that were taken away', async () => {
    const { id } = await newProject();
    await set(id, { slug: 'short-lived', customDomain: 'short.example.com' });
    await set(id, { slug: null });
    await expect(resolve({ site: 'short-lived' })).rejects.toMatchObject(notThere);
    await workspace.projects.updateProject({ projectId: id, nulls: ['helpcenter'] }, owner.context);
    await expect(resolve({ domain: 'short.example.com' })).rejects.toMatchObject(notThere);
  });

  it('takes an id for a project’s before it takes it for a slug', async () => {
    const [victim, thief] = [await newProject(), await newProject()];
    await set(thief.id, { slug: victim.id });
    expect(await resolve({ site: victim.id })).toMatchObject({ projectId: victim.id });
  });
});

describe('slug and domain of a help center', () => {
  it('are unique on the installation: 409, and nothing is written; one’s own may be sent again', async () => {
    const [first, second] = [await newProject(), await newProject()];
    const names = { slug: 'taken', customDomain: 'taken.example.com' };
    await set(first.id, names);
    await set(first.id, names);
    await expect(set(second.id, { slug: 'taken', color: '#123456' })).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'HELPCENTER_SLUG_TAKEN',
    });
    await expect(set(second.id, { customDomain: 'TAKEN.example.com' })).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'HELPCENTER_DOMAIN_TAKEN',
    });
    const { project } = await workspace.projects.getProject({ projectId: second.id }, owner.context);
    expect(present(project).helpcenter).toBeUndefined();
  });

  it('go to one of many that ask at once', async () => {
    const projects = await Promise.all([...'abcde'].map(() => newProject()));
    const outcomes = await Promise.allSettled(projects.map(({ id }) => set(id, { slug: 'wanted' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
