import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { ServiceAccount } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { createHash } from 'node:crypto';
import {
  anonymous,
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
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
  other = present((await workspace.projects.createProject({ name: 'Other' }, owner.context)).project);
});

const create = async (name = 'Order system'): Promise<ServiceAccount> =>
  present(
    (await workspace.serviceAccounts.createServiceAccount({ name }, inProject(owner.user, project)))
      .serviceAccount,
  );
const list = async (where = project): Promise<ServiceAccount[]> =>
  (await workspace.serviceAccounts.listServiceAccounts({}, inProject(owner.user, where))).serviceAccounts;
const revoke = (serviceAccountId: string, where = project) =>
  workspace.serviceAccounts.revokeServiceAccount({ serviceAccountId }, inProject(owner.user, where));
const hashToken = (token: string | undefined): string =>
  createHash('sha256').update(present(token)).digest('hex');
const resolveToken = (token: string | undefined) =>
  workspace.directory.resolveServiceToken({ tokenHash: hashToken(token) }, anonymous());
const INVALID_TOKEN = { kind: 'unauthenticated', reason: 'INVALID_TOKEN' };

describe('CreateServiceAccount', () => {
  it('shows the token this once and stores its hash only', async () => {
    const account = await create(' Order system ');
    expect(account).toMatchObject({
      _id: account.id,
      name: 'Order system',
      project: project.id,
      organisation: project.organisation,
      role: 'user',
      createdBy: owner.user.id,
    });
    expect(account.token).toMatch(/^psa_[\w-]{43}$/);
    expect(account.lastUsedAt).toBeUndefined();
    expect((await list())[0]).toEqual({ ...account, token: undefined });
    const [row] = await workspace.database.db.query<{ all: string }>(
      'SELECT s::text AS all FROM service_account s WHERE id = $1',
      [account.id],
    );
    expect(row?.all).not.toContain(account.token);
    expect(row?.all).toContain(hashToken(account.token));
  });

  it('needs a name that is not blank', async () => {
    await expect(create('  ')).rejects.toMatchObject({ kind: 'invalid', fields: [{ field: 'name' }] });
    expect(await list()).toEqual([]);
  });
});

describe('ListServiceAccounts', () => {
  it('lists those of the project, newest first', async () => {
    const [a, b] = [await create('a'), await create('b')];
    expect((await list()).map(({ id }) => id)).toEqual([b.id, a.id]);
    expect(await list(other)).toEqual([]);
  });

  it('needs a project', async () => {
    await expect(workspace.serviceAccounts.listServiceAccounts({}, owner.context)).rejects.toThrow(
      'Internal error',
    );
  });
});

describe('RevokeServiceAccount', () => {
  it('answers the account, after which its token opens nothing', async () => {
    const { token, ...account } = await create();
    await resolveToken(token);
    const { serviceAccount } = await revoke(account.id);
    expect(serviceAccount).toMatchObject({
      id: account.id,
      name: account.name,
      createdAt: account.createdAt,
    });
    expect(serviceAccount?.token).toBeUndefined();
    expect(serviceAccount?.lastUsedAt).toBeDefined();
    await expect(resolveToken(token)).rejects.toMatchObject(INVALID_TOKEN);
    expect(await list()).toEqual([]);
  });

  it('answers 404 for an unknown one, for one revoked before and for one of another project', async () => {
    const NOT_FOUND = { kind: 'notFound', reason: 'SERVICE_ACCOUNT_NOT_FOUND' };
    const account = await create();
    await expect(revoke(account.id, other)).rejects.toMatchObject(NOT_FOUND);
    expect(await resolveToken(account.token)).toMatchObject({ serviceAccountId: account.id });
    await revoke(account.id);
    await expect(revoke(account.id)).rejects.toMatchObject(NOT_FOUND);
    await expect(revoke('0123456789abcdef01234567')).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('ResolveServiceToken', () => {
  it('answers account, project, organisation, role user and the project’s request limit', async () => {
    const account = await create();
    const caller = {
      serviceAccountId: account.id,
      name: 'Order system',
      projectId: project.id,
      organisationId: project.organisation,
      role: 'user',
    };
    expect(await resolveToken(account.token)).toEqual({ ...caller, requestLimitPerMinute: 0 });
    await workspace.projects.updateProject(
      { projectId: project.id, requestLimitPerMinute: 7 },
      owner.context,
    );
    expect(await resolveToken(account.token)).toEqual({ ...caller, requestLimitPerMinute: 7 });
  });

  it('refuses an unknown token', async () => {
    await expect(resolveToken('psa_unknown')).rejects.toMatchObject(INVALID_TOKEN);
  });

  it('notes the time of use to the minute, and writes at most once a minute', async () => {
    const account = await create();
    const version = async () =>
      (
        await workspace.database.db.query<{ at: Date; version: string }>(
          'SELECT last_used_at AS at, xmin::text AS version FROM service_account WHERE id = $1',
          [account.id],
        )
      )[0];
    await resolveToken(account.token);
    const [noted] = await list();
    expect(noted?.lastUsedAt).toMatch(/:00\.000Z$/);
    expect(noted?.updatedAt).toBe(account.updatedAt);

    await workspace.database.db.query(
      `UPDATE service_account SET last_used_at = now() + interval '30 seconds' WHERE id = $1`,
      [account.id],
    );
    const before = await version();
    await Promise.all(Array.from({ length: 10 }, () => resolveToken(account.token)));
    expect(await version()).toEqual(before);

    await workspace.database.db.query(
      `UPDATE service_account SET last_used_at = now() - interval '1 minute' WHERE id = $1`,
      [account.id],
    );
    await resolveToken(account.token);
    expect(present(await version()).at.getTime()).toBeGreaterThan(Date.now() - 120_000);
    expect(present(await version()).version).not.toBe(before?.version);
  });
});

describe('a service account as a member', () => {
  it('is named in its own project only', async () => {
    const account = await create();
    const members = (projectId: string) =>
      workspace.directory.getMembers(
        { projectId, userIds: [account.id] },
        makeContext({ actor: { type: 'system', name: 'test' } }),
      );
    expect((await members(project.id)).members).toEqual([
      { id: account.id, email: '', firstName: 'Order system', userType: 'service_account' },
    ]);
    expect((await members(other.id)).members).toEqual([]);
  });
});

describe('GetServiceAccounts', () => {
  const known = async (ids: string[], where = project) => {
    const request = { projectId: where.id, ids };
    const { serviceAccounts } = await workspace.serviceAccountDirectory.getServiceAccounts(
      request,
      makeContext({ actor: { type: 'system', name: 'pipelines' }, projectId: where.id }),
    );
    return serviceAccounts;
  };

  it('answers those of the project among the ids, without revoked ones and people', async () => {
    const [account, revoked] = [await create('Orders'), await create()];
    await revoke(revoked.id);
    const ids = [account.id, revoked.id, owner.user.id, 'no id'];
    expect(await known(ids)).toEqual([{ id: account.id, name: 'Orders' }]);
    expect(await known(ids, other)).toEqual([]);
  });

  it('takes 500 ids and answers 400 for 501', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n));
    expect(await known(ids(500))).toEqual([]);
    await expect(known(ids(501))).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'ids' }],
    });
  });
});
