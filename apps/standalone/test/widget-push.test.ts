import { describeWith, eventually, type PushService, startPushService } from '@parley/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { openWidgetWorld, type ShopTeam, type Visit, type WidgetWorld } from './support/widget-world';

/** The notes of the page's stand-in for the browser's push service. */
interface Noted {
  asked: number;
  subscribed: { key: number[]; visibleOnly: boolean }[];
  heard: unknown[];
}

describeWith('chromium')('push notifications in a page', () => {
  let world: WidgetWorld;
  let service: PushService;
  let platform: RunningPlatform;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startPlatform({
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    [world, service] = await Promise.all([openWidgetWorld({ platform, mailbox }), startPushService()]);
  });
  afterAll(async () => {
    await world.stop();
    await platform.stop();
    await Promise.all([service.close(), mailbox.close()]);
    removeHome(platform.home);
  });

  const call = (page: Page, ...args: unknown[]): Promise<unknown> =>
    page.evaluate((given) => {
      (globalThis as unknown as { parley: (...call: unknown[]) => unknown }).parley(...given);
    }, args);
  const noted = (page: Page): Promise<Noted> =>
    page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);

  /** A browser with a push service of ours: the one of Chromium's maker is out of reach. */
  const openContext = async (
    permission: 'granted' | 'denied',
    key: () => Promise<string>,
  ): Promise<BrowserContext> => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    if (permission === 'granted') await context.grantPermissions(['notifications']);
    await context.exposeFunction('subscribeAtService', async () => service.subscribe(await key()));
    await context.addInitScript((allowed) => {
      const scope = globalThis as unknown as Record<string, unknown> & {
        subscribeAtService: () => Promise<object>;
        noted: Noted;
      };
      scope.noted = { asked: 0, subscribed: [], heard: [] };
      if (!('Notification' in globalThis)) return;
      Notification.requestPermission = async () => {
        scope.noted.asked += 1;
        return allowed;
      };
      let current: object | null = null;
      PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
      PushManager.prototype.subscribe = async (options = {}) => {
        const key = options.applicationServerKey as Uint8Array<ArrayBuffer>;
        scope.noted.subscribed.push({ key: [...key], visibleOnly: options.userVisibleOnly === true });
        const sent = await scope.subscribeAtService();
        const end = async (): Promise<boolean> => {
          current = null;
          return true;
        };
        current = { options: { applicationServerKey: key.buffer }, toJSON: () => sent, unsubscribe: end };
        return current as PushSubscription;
      };
    }, permission);
    return context;
  };

  const readKey = async (team: ShopTeam): Promise<string> => {
    const session = ok(
      await world.anonymous.call('POST', '/shared/sessions', {}, { 'api-token': team.apiToken }),
    );
    const headers = { 'api-token': team.apiToken, 'svc-id': session.svcId, 'svc-hash': session.svcHash };
    return ok(await world.anonymous.call('GET', '/shared/push-key', undefined, headers)).publicKey as string;
  };

  const visit = async (team: ShopTeam, path: string, permission: 'granted' | 'denied' = 'granted') => {
    world.shop.page('/parley-push', { worker: `importScripts('${world.platform.origin}/widget/push.js');` });
    const context = await openContext(permission, () => readKey(team));
    const opened: Visit = await world.visit(path, { tag: `data-key="${team.apiToken}"` }, context);
    await opened.launcher.waitFor();
    return opened;
  };

  const send = async (team: ShopTeam): Promise<Document> =>
    ok(
      await team.admin.call('POST', '/engagement/push-notifications', {
        name: 'Sale',
        status: 'live',
        subject: 'Pots',
        message: 'They are cheap today',
        config: { url: `${world.shop.origin}/sale` },
      }),
    );

  it('are asked for when the page calls for it alone; then the browser is subscribed and gets them', async () => {
    const team = await world.team();
    const { page, context, complaints } = await visit(team, '/push');
    expect(await noted(page)).toMatchObject({ asked: 0, subscribed: [] });
    const requests: object[] = [];
    page.on('request', (request) => {
      const body = request.postData();
      if (body?.includes('push-subscriptions') || request.url().includes('push-subscriptions'))
        requests.push({ body });
    });
    await call(page, 'subscribe');
    await eventually(() =>
      expect({ requests, complaints }).toMatchObject({ requests: [{}], complaints: [] }),
    );
    const { asked, subscribed } = await noted(page);
    expect(asked).toBe(1);
    const key = await readKey(team);
    expect(subscribed).toEqual([{ key: [...Buffer.from(key, 'base64url')], visibleOnly: true }]);
    expect(JSON.stringify(requests)).toContain(service.url);
    await send(team);
    const message = await eventually(() => {
      expect(service.messages).toHaveLength(1);
      return service.messages[0];
    });
    expect(service.faults).toEqual([]);

    // The worker shows the message, and the platform counts that.
    const session = await context.newCDPSession(page);
    const registration = new Promise<string>((found) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) found(first.registrationId);
      }),
    );
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: world.shop.origin,
      registrationId: await registration,
      data: message?.payload ?? '',
    });
    const shown = await eventually(async () => {
      const found = await page.evaluate(async () => {
        const [worker] = await navigator.serviceWorker.getRegistrations();
        return (
          (await worker?.getNotifications())?.map(({ title, body, tag }) => ({ title, body, tag })) ?? []
        );
      });
      expect(found).toHaveLength(1);
      return found[0];
    });
    expect(shown).toMatchObject({ title: 'Pots', body: 'They are cheap today', tag: message?.topic });
    await eventually(async () => {
      const [item] = ok(
        await team.admin.call('GET', '/engagement/push-notifications'),
      ) as unknown as Document[];
      expect(item?.stats).toMatchObject({ sent: 1, shown: 1 });
    });
    const { url } = JSON.parse(message?.payload ?? '{}') as { url: string };
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${world.shop.origin}/sale`);

    // A visitor who logs out gets no more.
    await call(page, 'logout');
    await eventually(() => expect(requests).toHaveLength(2));
    await eventually(async () => {
      const { id } = await send(team);
      const finished = await eventually(async () => {
        const items = ok(
          await team.admin.call('GET', '/engagement/push-notifications'),
        ) as unknown as Document[];
        const found = items.find((item) => item['id'] === id);
        expect(found?.['status']).toBe('finished');
        return found;
      });
      expect(finished?.['sent']).toBe(0);
    });
    await context.close();
  });

  it('are not subscribed to when the visitor does not allow them, and the page hears why', async () => {
    const team = await world.team();
    const { page, context } = await visit(team, '/push-denied', 'denied');
    await page.evaluate(() => {
      const scope = globalThis as unknown as { parley: (...call: unknown[]) => void; noted: Noted };
      scope.parley('on', 'error', (error: unknown) => scope.noted.heard.push(error));
    });
    await call(page, 'subscribe');
    await eventually(async () =>
      expect(await noted(page)).toMatchObject({
        asked: 1,
        subscribed: [],
        heard: [{ call: 'subscribe', code: 'permission_denied' }],
      }),
    );
    await context.close();
  });
});
