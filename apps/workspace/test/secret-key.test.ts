import { createHash } from 'node:crypto';
import { createProject, join } from './support/people';
import { inProject, makeContext, present, startWorkspace, type TestWorkspace } from './support/workspace';

const HOUR = 3_600_000;

let workspace: TestWorkspace;
let ahead = 0;
beforeAll(async () => {
  workspace = await startWorkspace({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => workspace.stop());
beforeEach(() => {
  ahead = 0;
});

const gateway = makeContext({ actor: { type: 'system', name: 'gateway' } });
const hash = (key: string | undefined): string => createHash('sha256').update(present(key)).digest('hex');
const resolve = (key: string | undefined) =>
  workspace.directory.resolveSecretKey({ keyHash: hash(key) }, gateway);
const INVALID_TOKEN = { kind: 'unauthenticated', reason: 'INVALID_TOKEN' };

const open = async () => {
  const owner = await workspace.person();
  const project = await createProject(workspace, owner);
  const rotate = async () => {
    const answer = await workspace.projects.rotateProjectSecretKey({}, inProject(owner.user, project));
    return present(answer.project).secretKey;
  };
  return { owner, project, rotate };
};

describe('the secret key of a project', () => {
  it('comes with the project, names it, and is stored sealed and as a hash', async () => {
    const { project, owner } = await open();
    const { secretKey, id, organisation } = project;
    expect(secretKey).toMatch(/^sk_[\w-]{43}$/);
    expect(await resolve(secretKey)).toMatchObject({ projectId: id, organisationId: organisation });
    const { project: shown } = await workspace.projects.getProject({ projectId: id }, owner.context);
    expect(shown?.secretKey).toBe(secretKey);
    const rows = await workspace.database.db.query(
      `SELECT p::text, k::text AS key FROM project p JOIN project_secret_key k ON k.project_id = p.id WHERE p.id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(present(secretKey));
    for (const other of ['sk_unknown', project.apiToken, ''])
      await expect(resolve(other)).rejects.toMatchObject(INVALID_TOKEN);
  });

  it('is shown to admins alone', async () => {
    const { project, owner } = await open();
    for (const role of ['user', 'agent'] as const) {
      const person = await workspace.person();
      await join(workspace, person, project, role);
      const { project: shown } = await workspace.projects.getProject(
        { projectId: project.id },
        person.context,
      );
      expect(shown).toMatchObject({ id: project.id });
      expect(shown?.secretKey).toBeUndefined();
    }
    const { projects } = await workspace.projects.listProjects({}, owner.context);
    expect(projects[0]?.secretKey).toBe(project.secretKey);
  });

  it('is replaced; the one before it is accepted for 24 hours', async () => {
    const { project, rotate } = await open();
    const fresh = await rotate();
    expect(fresh).not.toBe(project.secretKey);
    ahead = 24 * HOUR - 60_000;
    expect((await resolve(project.secretKey)).projectId).toBe(project.id);
    ahead = 24 * HOUR + 60_000;
    await expect(resolve(project.secretKey)).rejects.toMatchObject(INVALID_TOKEN);
    expect((await resolve(fresh)).projectId).toBe(project.id);
    await rotate();
    const rows = await workspace.database.db.query('SELECT FROM project_secret_key WHERE project_id = $1', [
      project.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('leaves at most five before it, however often it is replaced', async () => {
    const { project, rotate } = await open();
    const keys = [project.secretKey];
    for (let n = 0; n < 7; n += 1) {
      ahead = n * 1_000;
      keys.push(await rotate());
    }
    for (const key of keys.slice(-6)) expect((await resolve(key)).projectId).toBe(project.id);
    for (const key of keys.slice(0, -6)) await expect(resolve(key)).rejects.toMatchObject(INVALID_TOKEN);
  });

  it('is made by the first rotation of a project that has none', async () => {
    const { project, owner, rotate } = await open();
    await workspace.database.db.query('UPDATE project SET secret_key = NULL WHERE id = $1', [project.id]);
    await workspace.database.db.query('DELETE FROM project_secret_key WHERE project_id = $1', [project.id]);
    const { project: shown } = await workspace.projects.getProject({ projectId: project.id }, owner.context);
    expect(shown?.secretKey).toBeUndefined();
    expect((await resolve(await rotate())).projectId).toBe(project.id);
  });

  it('is replaced by admins alone: 403 for others', async () => {
    const { project } = await open();
    const agent = await workspace.person();
    await join(workspace, agent, project, 'agent');
    const ask = ({ user }: typeof agent) =>
      workspace.projects.rotateProjectSecretKey({}, inProject(user, project, 'agent'));
    await expect(ask(agent)).rejects.toMatchObject({ reason: 'PERMISSION_DENIED' });
    expect((await resolve(project.secretKey)).projectId).toBe(project.id);
  });
});
