import { describeWith, eventually } from '@parley/testing';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';
import { talkWith } from './support/widget-talk';
import { openWidgetWorld, type ShopTeam, type WidgetWorld } from './support/widget-world';

describeWith('chromium')('a conversation in the widget', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let world: WidgetWorld;
  let team: ShopTeam;
  const settings = (): Record<string, string> => ({ PARLEY_DEMO: '0', SMTP_URL: mailbox.url });
  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startStandalone(settings());
    world = await openWidgetWorld({ platform, mailbox });
    team = await world.team();
  });
  afterAll(async () => {
    await world.stop();
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  const { newVisit, write, begin, listMessages, reply, shown } = talkWith(
    () => world,
    () => team,
  );

  it('goes on by itself after a kill -9 of the platform: nothing is missing and nothing twice', async () => {
    const visit = await newVisit();
    const { panel, context } = visit;
    const ticket = await begin(visit, 'before the crash');
    await reply(ticket.id, 'heard before');
    await panel.getByText('heard before').waitFor();
    await platform.kill();
    await write(visit, 'written meanwhile');
    await panel.locator('.waiting').waitFor();
    const { home, origin } = platform;
    platform = await startStandalone({ ...settings(), PARLEY_HOME: home, PORT: new URL(origin).port });
    await reply(ticket.id, 'after the crash');
    const all = ['before the crash', 'heard before', 'after the crash', 'written meanwhile'];
    await eventually(async () => expect((await shown(visit)).sort()).toEqual([...all].sort()));
    expect((await listMessages(ticket.id)).sort()).toEqual([...all].sort());
    await context.close();
  });
});
