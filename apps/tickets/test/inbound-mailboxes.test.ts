import { correspond, type Correspondence } from './support/correspondence';
import { callerIn, startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, address } = {} as Correspondence;
beforeAll(async () => {
  service = await startTickets('inbound_mailboxes');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, address } = correspond(service));
});

let mailboxes = 0;
const addMailbox = (projectId = caller.projectId, rest: { trustReplyTo?: boolean; team?: string } = {}) => {
  mailboxes += 1;
  const mailbox = `help${mailboxes}@shop.example`;
  return { address: mailbox, id: service.neighbours.addMailbox(projectId, { address: mailbox, ...rest }) };
};

describe('A posted mail', () => {
  it.each([
    ['To', (help: string) => ({ to: `Help <${help}>` })],
    ['Cc', (help: string) => ({ headers: { Cc: help } })],
    ['Delivered-To', (help: string) => ({ headers: { 'Delivered-To': help } })],
    ['X-Original-To', (help: string) => ({ headers: { 'X-Original-To': help.toUpperCase() } })],
    ['Envelope-To', (help: string) => ({ headers: { 'Envelope-To': `<${help}>` } })],
    ['To with a tag', (help: string) => ({ to: help.replace('@', '+orders@') })],
  ])('has the mailbox that %s names, with its team', async (_where, mail) => {
    const team = service.neighbours.addTeam(caller.projectId, 'Help').id;
    const help = addMailbox(caller.projectId, { team });
    const { ticket } = await receive({ from: address, text: 'Late', ...mail(help.address) });
    expect(await talk.read(ticket ?? '')).toMatchObject({
      mailbox: { id: help.id, address: help.address },
      processingTeam: { id: team },
    });
  });

  it('has the mailbox that a server noted before the one that its writer named', async () => {
    const [named, noted] = [addMailbox(), addMailbox()];
    const { ticket } = await receive({
      from: address,
      to: named.address,
      text: 'Late',
      headers: { 'Delivered-To': noted.address },
    });
    expect((await talk.read(ticket ?? '')).mailbox).toMatchObject({ id: noted.id });
  });

  it('has the sender that Reply-To names where the mailbox trusts it', async () => {
    const help = addMailbox(caller.projectId, { trustReplyTo: true });
    const { ticket } = await receive({
      from: 'noreply@form.example',
      to: help.address,
      text: 'Late',
      headers: { 'Reply-To': address },
    });
    expect((await talk.read(ticket ?? '')).session).toMatchObject({ email: address });
  });

  it('has the sender that Reply-To names where it came in the name of a mailbox', async () => {
    const help = addMailbox();
    const { ticket } = await receive({
      from: help.address,
      to: help.address,
      text: 'Late',
      headers: { 'Reply-To': address },
    });
    expect((await talk.read(ticket ?? '')).session).toMatchObject({ email: address });
  });

  it('has no mailbox of another project', async () => {
    const other = addMailbox(callerIn(service.neighbours).projectId, { trustReplyTo: true });
    const { ticket } = await receive({
      from: 'noreply@form.example',
      to: other.address,
      text: 'Late',
      headers: { 'Reply-To': address },
    });
    const { mailbox, session } = await talk.read(ticket ?? '');
    expect({ mailbox, email: session?.email }).toEqual({ mailbox: undefined, email: 'noreply@form.example' });
  });

  it('is noted at its mailbox, once', async () => {
    const help = addMailbox();
    const count = () => service.neighbours.calls['noteReceived'] ?? 0;
    const before = count();
    const mail = { from: address, to: help.address, text: 'Late', messageId: '<noted@client.example>' };
    await receive(mail);
    expect((await receive(mail)).status).toBe('duplicate');
    expect(count()).toBe(before + 1);
  });

  it('is refused with 503 while the mail service is away, and taken when it comes again', async () => {
    const mail = { from: address, to: addMailbox().address, text: 'Late' };
    service.neighbours.setMailAway(true);
    await expect(receive(mail).finally(() => service.neighbours.setMailAway(false))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect((await receive(mail)).status).toBe('created');
  });
});
