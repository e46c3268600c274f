import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import { keepPicture } from './support/pictures';
import { talkWith } from './support/widget-talk';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

describeWith('chromium')('a conversation of the widget, by e-mail and as the team has read it', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const { newVisit, write, begin, reply, shown } = talkWith(
    () => world,
    () => team,
  );

  it('sends the conversation to a contact with an address, and by its team to others', async () => {
    const profile = {
      userId: 'keeps',
      userHash: team.signUserId('keeps'),
      name: 'Kim',
      email: 'keeps@example.com',
    };
    const visit = await newVisit(`parley('identify', ${JSON.stringify(profile)})`);
    const { panel, page, context } = visit;
    const button = panel.getByRole('button', { name: 'Send me this conversation by e-mail' });
    const ticket = await begin(visit, 'May I have this?');
    await button.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button.click();
    await panel.getByText('On its way to k…@example.com.').waitFor();
    expect(await button.count()).toBe(0);
    const mail = await world.mailbox.waitFor('keeps@example.com');
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^Conversation transcript/),
      text: expect.stringContaining('May I have this?'),
    });
    const path = `/tickets/${ticket.id}/send-transcript`;
    ok(await team.admin.call('POST', path, { emails: ['partner@example.com'] }));
    expect((await world.mailbox.waitFor('partner@example.com')).text).toContain('May I have this?');
    await context.close();
  });

  it('says below the newest message that the team has read it, as soon as a person has', async () => {
    const visit = await newVisit();
    const ticket = await begin(visit, 'Did you see this?');
    const receipts = visit.panel.locator('.log li.own > .quiet');
    await eventually(async () => expect(await receipts.allInnerTexts()).toEqual(['Sent']));
    ok(await team.admin.call('PUT', `/tickets/${ticket.id}`, { notificationsUnread: false }));
    await eventually(async () => expect(await receipts.allInnerTexts()).toEqual(['Read']));
    expect(await accessibilityProblems(visit.page)).toEqual([]);
    await keepPicture('widget-conversation', visit.panel);
    await write(visit, 'And this?');
    await eventually(async () => expect(await receipts.allInnerTexts()).toEqual(['Sent']));
    await reply(ticket.id, 'I did.');
    await eventually(async () => expect(await shown(visit)).toContain('I did.'));
    expect(await receipts.count()).toBe(0);
    await visit.context.close();
  });

  it('keeps the address of live events only as long as it leads there', async () => {
    const visit = await newVisit();
    await begin(visit, 'Where do you live?');
    const name = `parley:${team.apiToken}:live`;
    const kept = (): Promise<{ port: number } | undefined> =>
      visit.page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined, name);
    await eventually(async () => expect(await kept()).toMatchObject({ port: expect.any(Number) }));
    const right = await kept();
    await visit.page.evaluate(([key, where]) => localStorage.setItem(key, where), [
      name,
      JSON.stringify({ ...right, key: 'pk_of_another' }),
    ] as const);
    await visit.page.reload();
    await eventually(async () => expect(await kept()).toBeUndefined());
    await visit.page.waitForLoadState('networkidle');
    await visit.page.reload();
    await eventually(async () => expect(await kept()).toEqual(right));
    await visit.context.close();
  });
});
