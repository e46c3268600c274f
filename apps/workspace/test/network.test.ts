import { createNetworkCaller, startRpcServer } from '@parley/rpc';
import { eventually } from '@parley/testing';
import {
  anonymous,
  asUser,
  createClients,
  freshEmail,
  inProject,
  PASSWORD,
  present,
  silentObserver,
  startWorkspace,
} from './support/workspace';

it('serves sign-up, verification, a project and a service account over gRPC as in process', async () => {
  const workspace = await startWorkspace();
  const server = await startRpcServer({
    services: workspace.implementations,
    address: '127.0.0.1:0',
    serviceKey: 'key',
    observer: silentObserver,
  });
  const caller = createNetworkCaller({
    service: 'workspace',
    target: `127.0.0.1:${server.port}`,
    serviceKey: 'key',
  });
  await eventually(() => caller.health());
  const { users, projects, serviceAccounts, directory } = createClients(caller);
  try {
    const email = freshEmail();
    await users.signUp({ email, name: 'Ada', challengeToken: 'solved', password: PASSWORD }, anonymous());
    const { user } = await users.verifyUser(
      { email, code: await workspace.inbox.codeFor(email) },
      anonymous(),
    );
    const owner = present(user);
    const { project } = await projects.createProject({ name: 'Web shop' }, asUser(owner));
    const updated = await projects.updateProject(
      {
        projectId: present(project).id,
        helpcenter: { a: null, b: [1, { c: false }] },
        languages: ['en', 'de'],
      },
      inProject(owner, present(project)),
    );
    expect(updated.project).toMatchObject({
      helpcenter: { b: [1, { c: false }] },
      languages: ['en', 'de'],
      features: { contactMemory: true },
    });
    const { serviceAccount } = await serviceAccounts.createServiceAccount(
      { name: 'Orders' },
      inProject(owner, present(project)),
    );
    expect(serviceAccount?.token).toMatch(/^psa_/);
    await expect(
      directory.resolveAccess({ userId: owner.id, projectId: '0123456789abcdef01234567' }, anonymous()),
    ).rejects.toMatchObject({ kind: 'forbidden', reason: 'PROJECT_FORBIDDEN' });
    await expect(users.login({ email, password: 'wrong' }, anonymous())).rejects.toMatchObject({
      kind: 'unauthenticated',
      reason: 'INVALID_CREDENTIALS',
    });
  } finally {
    await caller.close();
    await server.close(1_000);
    await workspace.stop();
  }
});
