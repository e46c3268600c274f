import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { makeContext, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let project: Project;
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
  other = present((await workspace.projects.createProject({ name: 'Other' }, owner.context)).project);
});
afterAll(() => workspace.stop());

const system = () => makeContext({ actor: { type: 'system', name: 'test' } });
const get = (provider: string, projectId = project.id) =>
  workspace.integrations.getIntegration({ projectId, provider }, system());
const set = (integrations: object) =>
  workspace.projects.updateProject({ projectId: project.id, integrations }, owner.context);

describe('GetIntegration', () => {
  it('opens the credentials of one provider, of this project only', async () => {
    await set({ stripe: { apiKey: 'sk_test' }, chargebee: { site: 'acme', apiKey: 'key' }, plain: 'a text' });
    expect(await get('stripe')).toEqual({ credentials: { apiKey: 'sk_test' } });
    expect(await get('chargebee')).toEqual({ credentials: { site: 'acme', apiKey: 'key' } });
    expect(await get('plain')).toEqual({ credentials: 'a text' });
    expect(await get('stripe', other.id)).toEqual({});
  });

  it('answers nothing for a provider that is not set up, or no longer', async () => {
    expect(await get('shopify')).toEqual({});
    await set({ stripe: { apiKey: 'sk_test' } });
    await set({ stripe: null });
    expect(await get('stripe')).toEqual({});
  });

  it('is PROJECT_NOT_FOUND for an unknown project', async () => {
    await expect(get('stripe', '0123456789abcdef01234567')).rejects.toMatchObject({
      reason: 'PROJECT_NOT_FOUND',
    });
  });
});
