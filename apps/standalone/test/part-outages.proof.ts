import { createLexicalAi } from '@parley/ai';
import {
  engineUrl,
  eventually,
  type ModelServer,
  type S3Server,
  startModelServer,
  startS3,
} from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { type Gate, openGate } from './support/gate';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';
import { type Seen, startTraffic, type Traffic } from './support/traffic';

/** How long each part stays away under load, in milliseconds. */
const OUTAGE_MS = 20_000;
const PATIENCE_MS = 120_000;
const TEST_MS = 400_000;

const TEXT = new TextEncoder().encode('What the customer sent.');

describe('a part that only some requests need goes away under load and comes back', () => {
  let s3: S3Server;
  let model: ModelServer;
  let files: Gate;
  let ai: Gate;
  let search: Gate;
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let environment: Record<string, string>;
  let inProject: Api;
  let traffic: Traffic;
  const api = createApi(() => `${platform.origin}/v3`);

  const readiness = async (): Promise<{ status: number; checks: Record<string, string> }> => {
    const response = await fetch(`${platform.origin}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return { status: response.status, checks };
  };
  const gauge = async (part: string): Promise<string | undefined> => {
    const text = await (await fetch(`${platform.origin}/metrics`)).text();
    return new RegExp(`^part_up\\{part="${part}"[^}]*\\} (\\d)$`, 'm').exec(text)?.[1];
  };

  const upload = async (): Promise<{ status: number; fileUrl: string; retryAfter: string | null }> => {
    const form = new FormData();
    form.set('file', new Blob([TEXT], { type: 'text/plain' }), 'note.txt');
    const { status, headers, body } = await inProject.call('POST', '/uploads', form);
    return { status, fileUrl: body?.fileUrl, retryAfter: headers.get('retry-after') };
  };

  /** What the clients saw, without how often. */
  const summary = (seen: readonly Seen[]): string[] => [
    ...new Set(seen.map(({ what, status, code }) => `${what} ${status} ${code}`)),
  ];

  /** Takes a part away under load: whatever does not need it goes on as if nothing was. */
  const outage = async (gate: Gate, meanwhile: () => Promise<void>): Promise<void> => {
    traffic.take();
    await gate.away();
    const over = sleep(OUTAGE_MS);
    try {
      await meanwhile();
      await over;
    } finally {
      await gate.back();
    }
    const seen = traffic.take();
    expect(seen.length).toBeGreaterThan(5);
    expect(summary(seen.filter(({ status }) => status !== 200))).toEqual([]);
  };

  beforeAll(async () => {
    [s3, model, mailbox] = await Promise.all([
      startS3(),
      startModelServer({ embed: createLexicalAi().embed, wordsIn: (text) => text.split(' ').slice(0, 5) }),
      openMailbox(),
    ]);
    [files, ai, search] = await Promise.all([
      openGate(s3.options.endpoint),
      openGate(model.url),
      openGate(engineUrl('meilisearch')),
    ]);
    environment = {
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      S3_ENDPOINT: files.url,
      S3_BUCKET: s3.options.bucket,
      S3_ACCESS_KEY_ID: s3.options.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.options.credentials.secretAccessKey,
      S3_FORCE_PATH_STYLE: '1',
      AI_BASE_URL: ai.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    };
    platform = await startStandalone(environment);
    ({ api: inProject } = await signUp(api, mailbox));
    traffic = startTraffic(inProject);
  }, TEST_MS);
  afterAll(async () => {
    void traffic?.stop();
    await platform?.stop();
    await Promise.all([files.away(), ai.away(), search.away()]);
    await Promise.all([mailbox.close(), model.close(), s3.stop()]);
    removeHome(platform.home);
  });

  it(
    'S3: uploads and files are 503 or 504 alone, /readyz and part_up name it, and files are there again',
    async () => {
      const { fileUrl } = await upload();
      await outage(files, async () => {
        await eventually(async () => {
          const { status, checks } = await readiness();
          expect({ status, files: checks['files'] }).toEqual({ status: 503, files: 'away' });
        }, PATIENCE_MS);
        expect(await gauge('files')).toBe('0');
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const { status, retryAfter } = await upload();
          expect([503, 504]).toContain(status);
          if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
        }
        expect([503, 504]).toContain((await fetch(fileUrl)).status);
      });
      await eventually(async () => {
        expect((await upload()).status).toBe(200);
        expect((await readiness()).status).toBe(200);
      }, PATIENCE_MS);
      expect(await gauge('files')).toBe('1');
      expect(new Uint8Array(await (await fetch(fileUrl)).arrayBuffer())).toEqual(TEXT);
    },
    TEST_MS,
  );

  it(
    'the AI endpoint: what it writes or compares is 503 or 504 alone, and feature requests are caught up',
    async () => {
      const ask = (): ReturnType<Api['call']> =>
        inProject.call('GET', '/tickets/search-feature-requests?query=dark%20theme%20at%20night');
      await eventually(async () => expect((await ask()).status).toBe(200), PATIENCE_MS);
      let id = '';
      await outage(ai, async () => {
        const answer = await ask();
        expect([503, 504]).toContain(answer.status);
        if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        const request = { title: 'Dark theme at night', type: 'FEATURE_REQUEST' };
        ({ id } = ok(await inProject.call('POST', '/tickets', request)));
        // Nothing that every request needs: the platform stays ready.
        await eventually(async () => {
          const { status, checks } = await readiness();
          expect({ status, ai: checks['tickets.ai'] ?? checks['ai'] }).toEqual({ status: 200, ai: 'away' });
        }, PATIENCE_MS);
      });
      await eventually(async () => {
        const { matches } = ok(await ask());
        expect(matches.map((match: { id: string }) => match.id)).toContain(id);
      }, PATIENCE_MS);
    },
    TEST_MS,
  );

  it(
    'Meilisearch: search is 503 or 504 alone, and a platform starts without it',
    async () => {
      await traffic.stop();
      await platform.stop();
      await search.away();
      platform = await startStandalone(
        {
          ...environment,
          PARLEY_HOME: platform.home,
          MEILI_URL: search.url,
          WAIT_FOR_ENGINES: '1',
          MEILI_API_KEY: process.env['TEST_MEILI_API_KEY'] ?? '',
        },
        /search$/,
      );
      const { status, checks } = await readiness();
      expect({ status, search: checks['tickets.search'] }).toEqual({ status: 503, search: 'away' });
      expect(await gauge('(?:tickets\\.)?search')).toBe('0');
      const created = ok(await inProject.call('POST', '/tickets', { title: 'Zanzibar' }));
      expect((await inProject.call('GET', '/tickets?limit=5')).status).toBe(200);
      const find = (): ReturnType<Api['call']> =>
        inProject.call('GET', '/tickets/search?searchTerm=Zanzibar');
      const found = await find();
      expect([503, 504]).toContain(found.status);
      if (found.status === 503) expect(Number(found.headers.get('retry-after'))).toBeGreaterThan(0);
      if (engineUrl('meilisearch') === undefined) return;
      await search.back();
      await eventually(async () => {
        const { hits } = ok(await find());
        expect(hits.map(({ id }: { id: string }) => id)).toEqual([created.id]);
      }, PATIENCE_MS);
    },
    TEST_MS,
  );
});
