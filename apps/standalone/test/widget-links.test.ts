import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok } from './support/api';
import { openMailbox, type Mailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { talkWith } from './support/widget-talk';
import { openWidgetWorld, type ShopTeam, type WidgetWorld } from './support/widget-world';

const page = `<title>Plans</title><meta property="og:title" content="Plans &amp; prices">
  <meta property="og:site_name" content="The shop"><meta name="description" content="What a month costs.">`;

describeWith('chromium')('links in conversations of the widget', () => {
  let world: WidgetWorld;
  let platform: RunningPlatform;
  let mailbox: Mailbox;
  let team: ShopTeam;
  let site: Server;
  let url: string;
  const asked: string[] = [];
  beforeAll(async () => {
    site = createServer(({ url: path = '', headers }, response) => {
      asked.push(`${path} ${headers['user-agent'] ?? ''}`);
      response.setHeader('content-type', 'text/html').end(page);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/plans`;
    mailbox = await openMailbox();
    platform = await startPlatform({
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    world = await openWidgetWorld({ platform, mailbox });
  });
  beforeEach(async () => {
    team = await world.team();
    asked.length = 0;
  });
  afterAll(async () => {
    await world.stop();
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
    site.close();
  });

  const { newVisit, begin, reply, shown, write } = talkWith(
    () => world,
    () => team,
  );

  it('have no preview unless the team wants them, and nothing reads their pages', async () => {
    const visit = await newVisit();
    const ticket = await begin(visit, 'What does it cost?');
    await reply(ticket.id, `See ${url}.`);
    await eventually(async () => expect(await shown(visit)).toContain(`See ${url}.`));
    await visit.page.waitForTimeout(500);
    expect(await visit.panel.locator('.preview').count()).toBe(0);
    const path = `/shared/conversations/${ticket.id}/messages/${ticket.id}/link-preview`;
    expect((await team.admin.call('GET', path)).status).toBe(401);
    expect(asked).toEqual([]);
    await visit.context.close();
  });

  it('have one where the team wants them: of its own messages, read by the platform', async () => {
    ok(await team.admin.call('PUT', `/projects/${team.projectId}`, { widget: { linkPreviews: true } }));
    await eventually(async () => {
      const headers = { 'api-token': team.apiToken };
      const { project } = ok(await world.anonymous.call('GET', '/shared/translations', undefined, headers));
      expect(project.widget).toEqual({ linkPreviews: true });
    });
    const visit = await newVisit();
    const ticket = await begin(visit, `Is it ${url}?own`);
    await reply(ticket.id, '', { markdownComment: `It is [here](${url}).` });
    const preview = visit.panel.locator('.preview');
    await preview.getByRole('link', { name: 'Plans & prices' }).waitFor();
    expect(await preview.innerText()).toMatch(/^Plans & prices\s+What a month costs\.\s+The shop$/);
    expect(await preview.getByRole('link').getAttribute('href')).toBe(url);
    expect(await preview.getByRole('link').getAttribute('rel')).toContain('noopener');
    expect(await visit.panel.locator('.log li.own .preview').count()).toBe(0);
    expect(asked).toEqual([expect.stringMatching(/^\/plans ParleyBot/)]);
    expect(visit.hosts).not.toContain(new URL(url).origin);
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(visit.page)).toEqual([]);
    }
    // Read again soon after, for another visitor too.
    const next = await newVisit();
    const other = await begin(next, 'And me?');
    await reply(other.id, url);
    await next.panel.getByRole('link', { name: 'Plans & prices' }).waitFor();
    expect(asked).toHaveLength(1);
    await write(next, 'Thanks');
    expect(visit.complaints).toEqual([]);
    await Promise.all([visit.context.close(), next.context.close()]);
  });
});
