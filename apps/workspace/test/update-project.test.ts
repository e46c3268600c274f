import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import {
  makeContext,
  inProject,
  type Person,
  present,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let project: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
});

const update = async (change: object, person = owner): Promise<Project> =>
  present(
    (await workspace.projects.updateProject({ projectId: project.id, ...change }, person.context)).project,
  );
const get = async (): Promise<Project> =>
  present((await workspace.projects.getProject({ projectId: project.id }, owner.context)).project);

const settings = {
  name: 'Engine shop',
  defaultLanguage: 'de',
  languages: ['de', 'en'],
  allowedDomains: ['shop.example', '*.shop.example'],
  features: { contactMemory: false, beta: true },
  identityVerification: false,
  ticketStatuses: ['OPEN', 'WAITING'],
  ticketTypes: ['BUG'],
  helpcenter: { title: { de: 'Help' }, look: { colour: null } },
  requestLimitPerMinute: 50,
  conversationUrl: 'https://shop.example/help?chat={conversationId}',
};

describe('UpdateProject', () => {
  it('stores what is sent and leaves what is omitted', async () => {
    const updated = await update(settings);
    expect(updated).toMatchObject(settings);
    expect(await get()).toEqual(updated);
    expect(updated).toMatchObject({ apiToken: project.apiToken, sessionSecret: project.sessionSecret });
    expect(Date.parse(present(updated.updatedAt))).toBeGreaterThan(Date.parse(present(project.updatedAt)));
    expect(await update({ defaultLanguage: 'fr' })).toMatchObject({ ...settings, defaultLanguage: 'fr' });
  });

  it('brings every setting but the name back to its default by null', async () => {
    await update({ ...settings, integrations: { stripe: { apiKey: 'sk' } } });
    const nulls = [...Object.keys(settings).filter((name) => name !== 'name'), 'integrations'];
    const cleared = await update({ nulls });
    expect(cleared).toEqual({ ...project, name: 'Engine shop', updatedAt: cleared.updatedAt });
  });

  it.each([
    'shop.example/help',
    'javascript:alert(1)',
    'ftp://shop.example/',
    'https://user:secret@shop.example/',
    'https://{conversationId}.example/',
    'https://shop.example/{id}',
    'https://shop.example/"onclick',
    'https://',
    '',
  ])('refuses %s as the page of conversations', async (conversationUrl) => {
    await expect(update({ conversationUrl })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'conversationUrl' }],
    });
  });

  it('refuses to clear the name', async () => {
    await expect(update({ nulls: ['name'] })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'name' }],
    });
    await expect(update({ name: ' ' })).rejects.toMatchObject({ fields: [{ field: 'name' }] });
  });

  it('merges features and help center settings by name', async () => {
    await update(settings);
    const merged = await update({
      features: { beta: null, gamma: true },
      helpcenter: { title: null, logo: 'x' },
    });
    expect(merged.features).toEqual({ contactMemory: false, gamma: true });
    expect(merged.helpcenter).toEqual({ look: { colour: null }, logo: 'x' });
  });

  it('merges the settings of the widget by name, and null takes all of them away', async () => {
    await update({ widget: { side: 'left', theme: 'dark' } });
    expect((await update({ widget: { theme: null, launcher: false } })).widget).toEqual({
      side: 'left',
      launcher: false,
    });
    await expect(update({ widget: { side: 'top' } })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'widget.side' }],
    });
    expect((await update({ nulls: ['widget'] })).widget).toBeUndefined();
  });

  it('merges credentials by provider and never answers them', async () => {
    await update({ integrations: { stripe: { apiKey: 'sk_live_1' }, shopify: 'shp_2' } });
    const merged = await update({ integrations: { chargebee: { key: 'cb_3' }, shopify: null } });
    expect(merged.integrations).toEqual({ stripe: { configured: true }, chargebee: { configured: true } });
    expect(await update({ integrations: merged.integrations })).toMatchObject({
      integrations: merged.integrations,
    });
    const [row] = await workspace.database.db.query<{ all: string }>(
      'SELECT p::text AS all FROM project p WHERE id = $1',
      [project.id],
    );
    for (const secret of ['sk_live_1', 'shp_2', 'cb_3']) expect(row?.all).not.toContain(secret);
    expect(row?.all).not.toContain('configured');
  });

  it.each([
    ['languages.0', { languages: ['english'] }],
    ['allowedDomains.1', { allowedDomains: ['ok.example', 5] }],
    ['ticketStatuses', { ticketStatuses: Array(101).fill('OPEN') }],
    ['ticketTypes.0', { ticketTypes: [''] }],
    ['features.contactMemory', { features: { contactMemory: 'on' } }],
    ['integrations.stripe', { integrations: { stripe: 1 } }],
  ])('refuses a wrong %s and changes nothing', async (field, change) => {
    await expect(update({ name: 'Changed', ...change })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_INPUT',
      fields: [{ field }],
    });
    expect(await get()).toEqual(project);
  });

  it('loses nothing of 10 merges at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => update({ features: { [`feature${index}`]: true } })),
    );
    expect(Object.keys((await get()).features ?? {})).toHaveLength(11);
  });

  it.each(['user', 'agent'] as const)('answers 403 naming PROJECT_UPDATE to role %s', async (role) => {
    const member = await workspace.person();
    await workspace.provisioning.provisionUser(
      { email: member.user.email, name: 'x', password: 'not used here', projectId: project.id, role },
      makeContext({ actor: { type: 'system', name: 'test' } }),
    );
    await expect(update({ name: 'Changed' }, member)).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'PERMISSION_DENIED',
      meta: { permission: 'PROJECT_UPDATE' },
    });
    expect(await get()).toEqual(project);
  });

  it('answers 403 to a stranger, also to one who is admin of the project that the call names', async () => {
    const stranger = await workspace.person();
    const own = present(
      (await workspace.projects.createProject({ name: 'Other' }, stranger.context)).project,
    );
    const FORBIDDEN = { kind: 'forbidden', reason: 'PROJECT_FORBIDDEN' };
    await expect(update({ name: 'Stolen' }, stranger)).rejects.toMatchObject(FORBIDDEN);
    const context = inProject(stranger.user, own);
    await expect(update({ name: 'Stolen' }, { ...stranger, context })).rejects.toMatchObject(FORBIDDEN);
    await expect(
      workspace.projects.updateProject({ projectId: '0123456789abcdef01234567' }, stranger.context),
    ).rejects.toMatchObject(FORBIDDEN);
    expect(await get()).toEqual(project);
  });
});
