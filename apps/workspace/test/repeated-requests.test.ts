import { newId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { createProject } from './support/people';
import {
  anonymous,
  freshEmail,
  inProject,
  PASSWORD,
  type Person,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let context: CallContext;
beforeAll(async () => {
  workspace = await startWorkspace();
  owner = await workspace.person();
  context = inProject(owner.user, await createProject(workspace, owner));
});
afterAll(() => workspace.stop());

const keyed = (call = context): CallContext => ({ ...call, idempotencyKey: newId() });
const rows = async (table: string): Promise<number> =>
  (await workspace.database.db.query(`SELECT 1 FROM ${table}`)).length;
describe('A request with an idempotency key that comes again', () => {
  it('shows the token of a service account once more, which opens the one account there is', async () => {
    const call = keyed();
    const before = await rows('service_account');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => workspace.serviceAccounts.createServiceAccount({ name: 'CRM' }, call)),
    );
    const tokens = new Set(answers.map(({ serviceAccount }) => serviceAccount?.token));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).toBeTruthy();
    expect(await rows('service_account')).toBe(before + 1);
  });

  it('keeps the secret of a webhook that it replaced, and replaces it once', async () => {
    const created = await workspace.webhooks.createWebhook(
      { url: 'https://example.com/hook', events: ['TICKET_CREATED'], enabled: true },
      context,
    );
    const webhookId = created.webhook?.id ?? '';
    const call = keyed();
    const [one, other] = [
      await workspace.webhooks.rotateWebhookSecret({ webhookId }, call),
      await workspace.webhooks.rotateWebhookSecret({ webhookId }, call),
    ];
    expect(one.webhook?.secret).not.toBe(created.webhook?.secret);
    expect(other.webhook?.secret).toBe(one.webhook?.secret);
    const [row] = await workspace.database.db.query<{ former: number }>(
      'SELECT jsonb_array_length(former_secrets) AS former FROM webhook WHERE id = $1',
      [webhookId],
    );
    expect(row?.former).toBe(1);
  });

  it('mails one code at sign-up, and verifies by it as often as it is asked', async () => {
    const email = freshEmail('repeated');
    const call = keyed(anonymous());
    const request = { email, name: 'Ada', password: PASSWORD, challengeToken: 'x' };
    const before = await rows('mail_job');
    const first = await workspace.users.signUp(request, call);
    expect(await workspace.users.signUp(request, call)).toEqual(first);
    expect(await rows('mail_job')).toBe(before + 1);
    const code = await workspace.inbox.codeFor(email);
    const verifying = keyed(anonymous());
    const verified = await workspace.users.verifyUser({ email, code }, verifying);
    expect(await workspace.users.verifyUser({ email, code }, verifying)).toEqual(verified);
    await expect(workspace.users.verifyUser({ email, code }, anonymous())).rejects.toMatchObject({
      reason: 'INVALID_CODE',
    });
  });

  it('mails an invitation once', async () => {
    const email = freshEmail('invited');
    const call = keyed();
    const before = await rows('mail_job');
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await workspace.invitations.inviteToProject({ emails: [email] }, call)).toEqual({ skipped: [] });
    }
    expect(await rows('mail_job')).toBe(before + 1);
  });

  it('makes one project with one organisation for a person without any', async () => {
    const person = await workspace.person();
    const call = keyed(person.context);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => workspace.projects.createProject({ name: 'First' }, call)),
    );
    expect(new Set(answers.map(({ project }) => project?.id)).size).toBe(1);
    expect((await workspace.projects.listProjects({}, person.context)).projects).toHaveLength(1);
    expect((await workspace.organisations.listOrganisations({}, person.context)).organisations).toHaveLength(
      1,
    );
  });
});
