import { notFound } from '@parley/errors';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { AGENT, ORGANISATION, OTHER_PROJECT, SERVICE_TOKEN, UNKNOWN_ID } from './support/identities';
import { INVITATION, membershipCases, TEAM } from './support/membership-cases';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const { rpc, response } of membershipCases) gateway.answers[rpc] = () => response;
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

const findPermission = (row: string): string | undefined =>
  operations.find(({ id }) => id === row)?.options.permission;
const inProject = membershipCases.filter(({ row }) => findPermission(row) !== undefined);

/** Whom each operation of a project serves besides admins. */
const served: Record<string, { user: boolean; agent: boolean }> = {
  'invitations.update-role': { user: true, agent: false },
  'invitations.list-project': { user: true, agent: true },
  'invitations.invite-project': { user: true, agent: false },
  'project-members.list': { user: true, agent: true },
  'project-members.update-role': { user: false, agent: false },
  'project-members.remove': { user: false, agent: false },
  'teams.list': { user: true, agent: true },
  'teams.create': { user: true, agent: false },
  'teams.update': { user: true, agent: false },
  'teams.delete': { user: true, agent: false },
  'teams.reorder': { user: true, agent: false },
};

describe('roles', () => {
  it('are tested for every operation of a project', () => {
    expect(inProject.map(({ row }) => row).sort()).toEqual(Object.keys(served).sort());
  });

  it.each(inProject.map((item) => [item.row, item] as const))(
    '%s serves admins, and user and agent as the table of roles says',
    async (row, { method, path, request }) => {
      const ask = async (token: string): Promise<boolean> => {
        gateway.calls.splice(0);
        const { status, body } = await gateway.api(method, path, { ...request, token });
        if (status === 200) return true;
        expect(body).toMatchObject({ status: 403, code: 'permission_denied' });
        expect((body as { message: string }).message).toContain(findPermission(row));
        expect(operationCalls(gateway.calls)).toEqual([]);
        return false;
      };
      expect({
        admin: await ask(gateway.tokens.admin),
        // A service account acts with role user.
        user: await ask(SERVICE_TOKEN),
        agent: await ask(gateway.tokens.agent),
      }).toEqual({ admin: true, ...served[row] });
    },
  );

  it.each(inProject.map((item) => [item.row, item] as const))(
    '%s asks nothing for a project the caller is no member of, and none at all',
    async (_row, { method, path, request }) => {
      const foreign = await gateway.api(method, path, { ...request, project: OTHER_PROJECT });
      expect(foreign.body).toMatchObject({ status: 403, code: 'project_forbidden' });
      const none = await gateway.api(method, path, { ...request, project: null });
      expect(none.body).toMatchObject({ status: 400, code: 'project_required' });
      expect(operationCalls(gateway.calls)).toEqual([]);
    },
  );
});

describe('account operations on invitations', () => {
  const ofAccounts = membershipCases.filter(({ row }) => findPermission(row) === undefined);

  it.each(ofAccounts.map((item) => [item.row, item] as const))(
    '%s serves people without a project, the unconfirmed too, and no service accounts',
    async (_row, { method, path, request }) => {
      const unconfirmed = { ...request, token: gateway.tokens.unconfirmed };
      expect((await gateway.api(method, path, unconfirmed)).status).toBe(200);
      expect(operationCalls(gateway.calls)[0]?.context.scope).toMatchObject({ actor: { confirmed: false } });
      const { body } = await gateway.api(method, path, { ...request, token: SERVICE_TOKEN });
      expect(body).toMatchObject({ status: 403, code: 'permission_denied' });
    },
  );
});

describe('ids in paths', () => {
  it.each([
    ['PUT', '/invitations/x', 'invitation_not_found'],
    ['DELETE', '/invitations/x', 'invitation_not_found'],
    ['PUT', '/invitations/x/role', 'invitation_not_found'],
    ['GET', '/invitations/organisations/x', 'organisation_not_found'],
    ['POST', '/invitations/organisations/x', 'organisation_not_found'],
    ['PUT', '/projects/users/x', 'member_not_found'],
    ['DELETE', '/projects/users/x', 'member_not_found'],
    ['PUT', '/teams/x', 'team_not_found'],
    ['DELETE', '/teams/x', 'team_not_found'],
    ['PUT', '/teams/x/order', 'team_not_found'],
  ])('%s %s is 404 %s', async (method, path, code) => {
    const answer = await gateway.api(method, path, method === 'PUT' ? { body: {} } : {});
    expect(answer.body).toMatchObject({ status: 404, code });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it.each([
    [`/invitations/${UNKNOWN_ID}`, 'checkInvitation', 'invitation'],
    [`/invitations/${UNKNOWN_ID}/role`, 'checkInvitation', 'invitation'],
    [`/projects/users/${UNKNOWN_ID}`, 'checkProjectMember', 'member'],
    [`/teams/${UNKNOWN_ID}`, 'checkTeam', 'team'],
    [`/teams/${UNKNOWN_ID}/order`, 'checkTeam', 'team'],
  ])('PUT %s is 404 when unknown, before the body is found faulty', async (path, probe, noun) => {
    const faulty = { body: { accept: 'yes', role: 5, lexorank: ' ', members: 'none' } };
    expect((await gateway.api('PUT', path, faulty)).body).toMatchObject({ code: 'invalid_input' });
    gateway.answers[probe] = () => {
      throw notFound(noun);
    };
    expect((await gateway.api('PUT', path, faulty)).body).toMatchObject({
      status: 404,
      code: `${noun}_not_found`,
    });
    delete gateway.answers[probe];
  });
});

describe('bodies', () => {
  it.each<[string, string, object, string[]]>([
    ['PUT', `/invitations/${INVITATION}`, {}, ['accept']],
    ['PUT', `/invitations/${INVITATION}`, { accept: 'true' }, ['accept']],
    ['PUT', `/invitations/${INVITATION}`, { accept: null }, ['accept']],
    ['PUT', `/invitations/${INVITATION}/role`, { role: 'owner' }, ['role']],
    ['PUT', `/projects/users/${AGENT}`, {}, ['role']],
    ['PUT', `/projects/users/${AGENT}`, { role: 'creator' }, ['role']],
    ['POST', '/invitations/projects', {}, ['emails']],
    ['POST', '/invitations/projects', { emails: [] }, ['emails']],
    ['POST', '/invitations/projects', { emails: 'a@b.example' }, ['emails']],
    [
      'POST',
      '/invitations/projects',
      { emails: ['a@b.example', 'nobody', 7, ''] },
      [1, 2, 3].map((n) => `emails.${n}`),
    ],
    [
      'POST',
      '/invitations/projects',
      { emails: Array.from({ length: 101 }, (_, n) => `p${n}@b.example`) },
      ['emails'],
    ],
    [
      'POST',
      `/invitations/organisations/${ORGANISATION}`,
      { emails: ['a@b.example', 'nobody'] },
      ['emails.1'],
    ],
    ['POST', '/teams', {}, ['name', 'assignmentMethod', 'members']],
    [
      'POST',
      '/teams',
      { name: 'x', assignmentMethod: 'fair', members: ['x'], ticketAmount: -1 },
      ['assignmentMethod', 'members.0', 'ticketAmount'],
    ],
    [
      'POST',
      '/teams',
      { name: 'x', assignmentMethod: 'manual', members: [], operatingHours: [], slaOptions: 5 },
      ['slaOptions', 'operatingHours'],
    ],
    [
      'PUT',
      `/teams/${TEAM}`,
      { name: '', lexorank: 'a b', limitTicketAmount: 'no' },
      ['name', 'limitTicketAmount', 'lexorank'],
    ],
    ['PUT', `/teams/${TEAM}/order`, {}, ['lexorank']],
    ['PUT', `/teams/${TEAM}/order`, { lexorank: 'é' }, ['lexorank']],
  ])('%s %s refuses %j', async (method, path, body, fields) => {
    const answer = await gateway.api(method, path, { body });
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_input' });
    const { errors } = answer.body as { errors: { field: string }[] };
    expect([...new Set(errors.map(({ field }) => field))].sort()).toEqual([...fields].sort());
  });

  it('takes 100 addresses', async () => {
    const emails = Array.from({ length: 100 }, (_, index) => `p${index}@b.example`);
    expect((await gateway.api('POST', '/invitations/projects', { body: { emails } })).status).toBe(200);
  });
});
