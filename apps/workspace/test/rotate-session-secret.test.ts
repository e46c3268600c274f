import { createProject, UNKNOWN } from './support/people';
import { makeContext, present, startWorkspace, type TestWorkspace } from './support/workspace';

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

const service = makeContext({ actor: { type: 'system', name: 'gateway' } });

/** What other services sign with, and what else they accept. */
const readSecrets = async (projectId: string): Promise<{ signs: string; accepts: string[] }> => {
  const { settings } = await workspace.directory.getProjectSettings({ projectId }, service);
  const { sessionSecret, acceptedSessionSecrets } = present(settings);
  return { signs: sessionSecret, accepts: acceptedSessionSecrets };
};

describe('rotate-session-secret', () => {
  it('makes a new secret that is accepted at once, signs 15 s later, and ends the old one after 24 hours', async () => {
    const owner = await workspace.person();
    const project = await createProject(workspace, owner);
    const old = String(project.sessionSecret);
    expect(await readSecrets(project.id)).toEqual({ signs: old, accepts: [] });

    expect(await workspace.command('rotate-session-secret', project.id)).toContain('accepted for 24 hours');
    const shown = await workspace.projects.getProject({ projectId: project.id }, owner.context);
    const fresh = String(shown.project?.sessionSecret);
    expect(fresh).toMatch(/^[\w-]{43}$/);
    expect(fresh).not.toBe(old);

    expect(await readSecrets(project.id)).toEqual({ signs: old, accepts: [fresh] });
    ahead = 15_000;
    expect(await readSecrets(project.id)).toEqual({ signs: fresh, accepts: [old] });
    const byKey = await workspace.directory.resolveProjectKey({ apiToken: project.apiToken }, service);
    expect(byKey.settings).toMatchObject({ sessionSecret: fresh, acceptedSessionSecrets: [old] });
    ahead = 24 * HOUR - 60_000;
    expect((await readSecrets(project.id)).accepts).toEqual([old]);
    ahead = 24 * HOUR;
    expect(await readSecrets(project.id)).toEqual({ signs: fresh, accepts: [] });
  });

  it('keeps every secret good for its own 24 hours when it runs again', async () => {
    const owner = await workspace.person();
    const project = await createProject(workspace, owner);
    await workspace.command('rotate-session-secret', project.id);
    ahead = HOUR;
    const { signs: second } = await readSecrets(project.id);
    await workspace.command('rotate-session-secret', project.id);
    ahead = 2 * HOUR;
    expect((await readSecrets(project.id)).accepts).toEqual([second, project.sessionSecret]);
    ahead = 24.5 * HOUR;
    expect((await readSecrets(project.id)).accepts).toEqual([second]);
  });

  it('leaves other projects alone, keeps no secret in the open, and refuses an unknown project', async () => {
    const owner = await workspace.person();
    const [project, other] = [await createProject(workspace, owner), await createProject(workspace, owner)];
    await workspace.command('rotate-session-secret', project.id);
    expect(await readSecrets(other.id)).toEqual({ signs: other.sessionSecret, accepts: [] });
    const [row] = await workspace.database.db.query<{ row: string }>(
      'SELECT project::text AS row FROM project WHERE id = $1',
      [project.id],
    );
    expect(row?.row).not.toContain(project.sessionSecret);
    for (const id of [UNKNOWN, undefined])
      await expect(workspace.command('rotate-session-secret', ...(id ? [id] : []))).rejects.toMatchObject({
        reason: 'PROJECT_NOT_FOUND',
      });
  });
});
