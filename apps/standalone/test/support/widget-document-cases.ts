import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { Page } from 'playwright-core';
import { ok } from './api';
import type { Document } from './engagement';
import { strictPolicy } from './shop';
import {
  codeIn,
  codeWith,
  complaintsAbout,
  filledIn,
  keepingLine,
  rowsWith,
  serveFolder,
} from './widget-document';
import type { ShopTeam, Visit, WidgetWorld } from './widget-world';

/** What a page of these tests notes. */
interface Noted {
  heard: [event: string, data: unknown][];
  shown: [first: unknown, second?: unknown][];
}

const noted = async (page: Page): Promise<Noted> =>
  page.evaluate(() => {
    const { heard = [], shown = [] } = globalThis as unknown as Partial<Noted>;
    return { heard, shown };
  });

/** The names that the row of `on` lists. */
const eventsOfDocument = (): string[] => {
  const [[, what = ''] = []] = rowsWith("parley('on'");
  return codeIn(what).filter((code) => /^\w+$/.test(code));
};
const targetsOfDocument = (): string[] => {
  const [[, what = ''] = []] = rowsWith("parley('open'");
  return codeIn(what);
};

/** Follows docs/widget.md as a stranger would: every piece of code is the document's own. */
export const followDocument = (world: () => WidgetWorld, team: () => ShopTeam): void => {
  const origin = (): string => world().platform.origin;
  /** The proof, as the document has a server make it. */
  const signUserId = async ({ admin, projectId }: ShopTeam, userId: string): Promise<string> => {
    const { sessionSecret }: Document = ok(await admin.call('GET', `/projects/${projectId}`));
    const [[, code = ''] = []] = rowsWith('Node.js');
    const [expression = ''] = codeIn(code);
    return runInNewContext(expression, { createHmac, sessionSecret, userId }) as string;
  };
  const findContact = async ({ admin }: ShopTeam, userId: string): Promise<Document> => {
    const [contact] = ok(await admin.call('GET', `/sessions?userId=${userId}`)) as Document[];
    if (!contact) throw new Error(`Nobody is ${userId}`);
    return { ...contact, events: ok(await admin.call('GET', `/sessions/${contact.id}/events`)) };
  };
  const policy = (): Record<string, string> => ({
    'content-security-policy': strictPolicy(world().platform),
  });
  const line = (): string => filledIn(codeWith('data-key="pk_…"'), origin(), { 'pk_…': team().apiToken });
  const buildPage = (head: string): string =>
    `<!doctype html>\n<html lang="en">\n<title>Shop</title>\n<h1>Shop</h1>\n${head}</html>`;
  const callsFor = async (userId: string): Promise<string> => {
    const listeners = eventsOfDocument().map(
      (name) => `parley('on', '${name}', (data) => heard.push(['${name}', data]));`,
    );
    const userHash = await signUserId(team(), userId);
    const calls = filledIn(codeWith("parley('open')"), origin(), { 'u-1': userId, '…': userHash });
    return `window.heard = [];\n${listeners.join('\n')}\n${calls}`;
  };
  /** Makes a call as the document writes it. */
  const call = (page: Page, code: string): Promise<unknown> =>
    page.evaluate(
      (given) => {
        (globalThis as unknown as { parley: (...call: unknown[]) => unknown }).parley(...given);
      },
      runInNewContext(`[${code}]`) as unknown[],
    );
  const toldAsDocumented = async ({ page, panel }: Visit, userId: string): Promise<void> => {
    await panel.waitFor();
    await eventually(async () => {
      const contact = await findContact(team(), userId);
      expect(contact.name).toBe('Lin');
      expect(contact.events).toContainEqual(
        expect.objectContaining({ name: 'order placed', data: { total: 40 } }),
      );
    });
    await eventually(async () =>
      expect((await noted(page)).heard).toEqual(
        expect.arrayContaining([
          ['opened', undefined],
          ['ready', expect.anything()],
          ['identified', { userId }],
          ['tracked', { names: ['order placed'] }],
        ]),
      ),
    );
  };

  it('shows the widget in the page that the document gives to try it', async () => {
    const text = filledIn(codeWith('<h1>My shop</h1>'), origin(), {
      'http://127.0.0.1:3000': origin(),
      THE_API_TOKEN: team().apiToken,
    });
    const folder = await serveFolder({ 'shop.html': text });
    const { launcher, panel, complaints, context } = await world().open(`${folder.origin}/shop.html`);
    await launcher.click();
    await panel.getByText('No conversations yet.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await folder.stop();
  });

  it('takes its line, its line that keeps calls, and its calls, as scripts in the page', async () => {
    const calls = `<script>\n${await callsFor('d-1')}\n</script>\n`;
    const folder = await serveFolder({ 'index.html': buildPage(line() + codeWith('parley.q') + calls) });
    const visit = await world().open(`${folder.origin}/index.html`);
    await toldAsDocumented(visit, 'd-1');
    await visit.context.close();
    await folder.stop();
  });

  it('does what it says of each call, and tells each event, under the two directives that it names', async () => {
    const { admin, apiToken } = team();
    const folder = await serveFolder(
      {
        'index.html': buildPage(`<script src="calls.js"></script>\n${line()}`),
        'calls.js': `${keepingLine()}\n${await callsFor('d-2')}`,
      },
      policy(),
    );
    const visit = await world().open(`${folder.origin}/index.html`);
    const { page, panel, launcher, complaints, context } = visit;
    await toldAsDocumented(visit, 'd-2');

    await call(page, "'open', 'new'");
    await panel.getByLabel('Your message').fill('Hello there');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const ticket = await eventually(async () => {
      const { tickets } = ok(await admin.call('GET', '/tickets?limit=100'));
      const found = (tickets as Document[]).find(({ session }) => session?.userId === 'd-2');
      if (!found) throw new Error('The message is not there yet');
      return found;
    });
    const collection = ok(await admin.call('POST', '/helpcenter/collections', { title: 'Billing' }));
    const article = ok(
      await admin.call('POST', `/helpcenter/collections/${collection.id}/articles`, {
        title: 'When does my money come?',
        isDraft: false,
      }),
    );
    const targets: Record<string, [id: string, shows: string]> = {
      "'new'": ['', 'textarea'],
      '{ conversation: id }': [ticket.id, '.log >> text=Hello there'],
      '{ article: id }': [article.id, 'article >> text=When does my money come?'],
      "{ search: 'refund' }": ['', 'form.search input'],
    };
    expect(targetsOfDocument()).toEqual(Object.keys(targets));
    await call(page, "'open', 'home'");
    for (const [target, [id, shows]] of Object.entries(targets)) {
      await call(page, `'open', ${target.replace(': id', `: '${id}'`)}`);
      await panel.locator(shows).first().waitFor();
    }

    for (const [name, id, shows] of [
      ['openArticle', article.id, 'article >> text=When does my money come?'],
      ['openConversation', ticket.id, '.log >> text=Hello there'],
    ]) {
      await call(page, `'${name}', '${id}'`);
      await panel
        .locator(shows ?? '')
        .first()
        .waitFor();
    }
    await call(page, "'shutdown'");
    await launcher.waitFor({ state: 'detached' });
    await call(page, "'boot', { side: 'left' }");
    await launcher.waitFor();

    await call(page, "'open'");
    await call(page, "'close'");
    await panel.waitFor({ state: 'detached' });
    ok(await admin.call('POST', '/messages', { ticket: ticket.id, comment: 'Here we are' }));
    await page.locator('parley-widget .badge').waitFor();
    await call(page, "'hide'");
    await launcher.waitFor({ state: 'detached' });
    await call(page, "'show'");
    await launcher.waitFor();
    await call(page, "'identify', { userId: 'somebody', userHash: 'wrong' }");
    const refused = { call: 'identify', code: 'invalid_session', message: expect.any(String) };
    await eventually(async () =>
      expect((await noted(page)).heard).toEqual(
        expect.arrayContaining([
          ['closed', undefined],
          ['unread', { count: 1 }],
          ['message', { conversationId: ticket.id, text: 'Here we are' }],
          ['error', refused],
        ]),
      ),
    );
    const { heard } = await noted(page);
    // Only a guest is asked for an address (widget-options.test.ts), and no browser is subscribed here (widget-push.test.ts).
    const all = [...new Set(heard.map(([name]) => name)), 'emailGiven', 'subscribed'];
    expect(all.sort()).toEqual(eventsOfDocument().sort());

    const kept = (): Promise<string | null> =>
      page.evaluate((key) => localStorage.getItem(`parley:${key}:session`), apiToken);
    expect(await kept()).toContain('d-2');
    await call(page, "'logout'");
    await launcher.click();
    await panel.getByText('No conversations yet.').waitFor();
    await eventually(async () => expect(await kept()).toContain('svcId'));
    expect(await kept()).not.toContain('d-2');

    const tried = ['identify', 'track', 'open', 'close', 'hide', 'show', 'logout', 'tool', 'on'];
    tried.push('openArticle', 'openConversation', 'boot', 'shutdown');
    const triedElsewhere = ['startTour', 'startChecklist', 'startSurvey', 'setConversationFields'];
    triedElsewhere.push('subscribe');
    const documented = rowsWith("`parley('").flatMap(
      ([first = '']) => first.match(/(?<=parley\(')\w+/g) ?? [],
    );
    expect([...documented].sort()).toEqual([...tried, ...triedElsewhere].sort());
    expect(complaints.filter((complaint) => /policy|directive/i.test(complaint))).toEqual([]);
    await context.close();
    await folder.stop();
  });

  it('has types for all of that, and for nothing else', () => {
    const program = [
      codeWith("parley('open')"),
      codeWith("parley('tool', 'basket'"),
      ...eventsOfDocument().map(
        (name) => `parley('on', '${name}', (data) => { document.title = typeof data; });`,
      ),
      ...targetsOfDocument().map((target) => `parley('open', ${target.replace(': id', ": 'an id'")});`),
      ...rowsWith("`parley('").flatMap(([first = '']) => codeIn(first).filter((code) => !code.includes(','))),
      "parley('boot', { side: 'left', offset: { x: 1 }, launcher: false, theme: 'dark', lang: 'de' })",
      "parley('openArticle', 7); parley('openConversation', 'an id')",
      "parley('startTour', 'an id'); parley('startChecklist', 'an id'); parley('startSurvey', 'an id')",
      "parley('setConversationFields', { plan: 'pro' })",
    ];
    const wrong = [
      "parley('nonsense')",
      "parley('identify', {})",
      "parley('open', 7)",
      "parley('on', 'x', () => 0)",
    ];
    const [none, all] = complaintsAbout(program.join(';\n'), wrong.join(';\n'));
    expect(none).toEqual([]);
    expect(all).toHaveLength(wrong.length);
  });

  it('leads to a widget of one’s own, with the requests and the stock client of its second part', async () => {
    // A project of its own, so that its item shows on no other page.
    const own = await world().team();
    const { admin } = own;
    const item: Document = ok(
      await admin.call('POST', '/engagement/banners', {
        name: 'Item',
        status: 'live',
        message: { localized: { en: 'Free shipping.' } },
      }),
    );
    const globals = { apiToken: own.apiToken, userId: 'd-3', userHash: await signUserId(own, 'd-3') };
    const folder = await serveFolder(
      {
        'index.html': buildPage(
          ['pusher.js', 'page.js'].map((file) => `<script src="${file}"></script>\n`).join('') +
            '<script type="module" src="widget.js"></script>\n',
        ),
        'pusher.js': readFileSync(require.resolve('pusher-js/dist/web/pusher.min.js'), 'utf8'),
        'page.js': `Object.assign(window, ${JSON.stringify(globals)}, { shown: [], readAnew: () => {} });
          window.show = (...what) => shown.push(what);`,
        'widget.js': `${['const api =', 'new Pusher', 'const report ='].map((words) => filledIn(codeWith(words), origin())).join('\n')}
          Object.assign(window, { report });`,
      },
      policy(),
    );
    const { page, complaints, context } = await world().open(`${folder.origin}/index.html`);
    const isShown = (expected: unknown): Promise<void> =>
      eventually(async () => expect((await noted(page)).shown).toContainEqual(expected));
    await isShown([
      expect.objectContaining({ id: item.id, messageHtml: expect.stringContaining('Free shipping.') }),
    ]);
    const contact = await eventually(() => findContact(own, 'd-3'));
    expect(contact.name).toBe('Ada');
    await eventually(async () =>
      expect((await findContact(own, 'd-3')).events).toContainEqual(
        expect.objectContaining({ name: 'pageView' }),
      ),
    );
    const ticket = ok(
      await admin.call('POST', '/tickets', { session: contact.id, title: 'Hello', type: 'INQUIRY' }),
    );
    ok(await admin.call('POST', '/messages', { ticket: ticket.id, comment: 'Live' }));
    await isShown([ticket.id, expect.objectContaining({ plainText: 'Live' })]);

    const [[, reports = ''] = []] = rowsWith('clicked or dismissed it');
    for (const code of codeIn(reports)) {
      const [, event = ''] = /^report\(id, '(\w+)'\)$/.exec(code) ?? [];
      await page.evaluate(
        ([id, name]) =>
          (globalThis as unknown as { report: (id?: string, event?: string) => Promise<unknown> }).report(
            id,
            name,
          ),
        [item.id as string, event],
      );
    }
    await eventually(async () =>
      expect(ok(await admin.call('GET', `/engagements/${item.id}/statistics`))).toMatchObject({
        seen: { total: 1 },
        clicked: { total: 1 },
        dismissed: { total: 1 },
      }),
    );
    expect(complaints).toEqual([]);
    await context.close();
    await folder.stop();
  });
};
