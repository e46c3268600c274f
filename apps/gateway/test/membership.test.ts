import { notFound } from '@parley/errors';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { AGENT, ORGANISATION, UNKNOWN_ID } from './support/identities';

const INVITATION = '0000000000000000000000f2';
const TEAM = '0000000000000000000000f3';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

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
  ] as const)('PUT %s is 404 when unknown, before the body is found faulty', async (path, probe, noun) => {
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
