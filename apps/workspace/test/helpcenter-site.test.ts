import { asUser, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';
import { systemContext } from '@parley/rpc';
import { type DnsServer, startDnsServer } from '@parley/testing';

let workspace: TestWorkspace;
let owner: Person;
let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
  workspace = await startWorkspace({ config: { dnsServers: [dns.address] } });
  owner = await workspace.person();
  await workspace.organisations.createOrganisation({ name: 'Engines' }, owner.context);
});
afterAll(async () => {
  await workspace.stop();
  dns.close();
});

const newProject = async () =>
  present((await workspace.projects.createProject({ name: 'Shop' }, owner.context)).project);
const set = (projectId: string, helpcenter: object) =>
  workspace.projects.updateProject({ projectId, helpcenter }, owner.context);
const verify = async (projectId: string) => {
  const context = asUser(owner.user, { projectId, organisationId: '0'.repeat(24), role: 'admin' });
  return present((await workspace.projects.verifyHelpcenterDomain({}, context)).project).helpcenterDomain;
};
/** Names a domain, and proves it by its record. */
const prove = async (projectId: string, customDomain: string): Promise<void> => {
  await set(projectId, { customDomain });
  dns.records.set(`_parley.${customDomain.toLowerCase()}`, `parley-project=${projectId}`);
  expect(await verify(projectId)).toMatchObject({ verified: true });
};
const resolve = (request: { site?: string; domain?: string }) =>
  workspace.directory.resolveHelpcenterSite(request, systemContext('test'));
const notThere = { kind: 'notFound', reason: 'HELPCENTER_NOT_FOUND' };

describe('ResolveHelpcenterSite', () => {
  it('finds a help center by project id, slug and domain', async () => {
    const { id, organisation, sessionSecret } = await newProject();
    expect(await resolve({ site: id })).toEqual({
      projectId: id,
      organisationId: organisation,
      name: 'Shop',
      defaultLanguage: 'en',
      languages: ['en'],
      noindex: false,
      helpcenter: {},
      sessionSecrets: [sessionSecret],
    });
    await set(id, { slug: 'web-shop', noindex: true });
    await prove(id, 'Help.Shop.Example');
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
      sessionSecrets: [sessionSecret],
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
    await set(id, { slug: 'short-lived' });
    await prove(id, 'short.example.com');
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
    await prove(first.id, names.customDomain);
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

describe('the proof of a domain', () => {
  const domainOf = async (projectId: string) =>
    present((await workspace.projects.getProject({ projectId }, owner.context)).project).helpcenterDomain;

  it('is a TXT record that the project shows; until it is found, the help center stays at its slug', async () => {
    const { id } = await newProject();
    expect(await domainOf(id)).toBeUndefined();
    expect(await verify(id)).toBeUndefined();
    await set(id, { slug: 'proving', customDomain: 'help.proving.example' });
    const record = { recordName: '_parley.help.proving.example', recordValue: `parley-project=${id}` };
    const claim = { domain: 'help.proving.example', verified: false, ...record };
    expect(await domainOf(id)).toEqual(claim);
    await expect(resolve({ domain: 'help.proving.example' })).rejects.toMatchObject(notThere);
    const { customDomain, helpcenter } = await resolve({ site: 'proving' });
    expect([customDomain, helpcenter]).toEqual([undefined, { slug: 'proving' }]);
    const settings = await workspace.directory.getProjectSettings({ projectId: id }, systemContext('test'));
    expect(settings.settings?.helpcenter).toEqual({ slug: 'proving' });

    expect(await verify(id)).toEqual({ ...claim, problem: `There is no TXT record ${record.recordName}.` });
    dns.records.set(record.recordName, 'parley-project=another');
    expect((await verify(id))?.problem).toContain('has another value: "parley-project=another"');
    dns.records.set(record.recordName, record.recordValue);
    expect(await verify(id)).toEqual({ ...claim, verified: true });
    expect(await domainOf(id)).toEqual({ ...claim, verified: true });
    expect(await resolve({ domain: 'help.proving.example' })).toMatchObject({ projectId: id });
  });

  it('says when name servers do not answer, and holds while other settings change', async () => {
    const { id } = await newProject();
    await set(id, { customDomain: 'silent.example' });
    dns.silent.add('silent.example');
    expect((await verify(id))?.problem).toMatch(/^The name servers of _parley.silent.example did not answer/);
    await prove(id, 'loud.example.com');
    await set(id, { color: '#123456', customDomain: 'LOUD.example.com' });
    expect(await domainOf(id)).toMatchObject({ verified: true });
    await set(id, { customDomain: 'other.example.com' });
    await set(id, { customDomain: 'loud.example.com' });
    expect(await domainOf(id)).toMatchObject({ verified: false });
  });

  it('is one project’s: who only names a domain keeps it from nobody', async () => {
    const [squatter, rightful] = [await newProject(), await newProject()];
    await set(squatter.id, { customDomain: 'rightful.example' });
    await prove(rightful.id, 'rightful.example');
    dns.records.set('_parley.rightful.example', `parley-project=${squatter.id}`);
    await expect(verify(squatter.id)).rejects.toMatchObject({ reason: 'HELPCENTER_DOMAIN_TAKEN' });
    expect(await resolve({ domain: 'rightful.example' })).toMatchObject({ projectId: rightful.id });
  });
});
