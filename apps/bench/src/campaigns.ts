import { type Database, openDatabase } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngagementItem, ItemConditionSent } from '@parley/client';
import { expectCount } from './downloads';
import type { Job, Outcome } from './job';
import type { Bench } from './workload';

/** Values of the seed's contacts: one of so many contacts has each. */
const VALUES = 997;
/** Most recipients of the campaign that is planned. */
const PLANNED = 100_000;
/** Most mails of the campaign that is sent to its end. */
const SENT = 3_000;
/** Milliseconds that a campaign may take. */
const PATIENCE = 300_000;
const LOOK_EVERY = 20;

/** What must hold of a contact, so that about so many of the seed are reached. */
const conditionsFor = (recipients: number, contacts: number): ItemConditionSent[] => [
  { field: 'value', operator: 'lt', value: Math.min(VALUES, Math.ceil((recipients / contacts) * VALUES)) },
];

const createEmail = (bench: Bench, name: string, recipients: number): Promise<EngagementItem> =>
  bench.workspace.parley.engagement.createEmail({
    name,
    subject: { localized: { en: 'News for {{firstName|you}}' } },
    message: {
      localized: {
        en: 'Hello {{firstName|there}}, the new version is here: https://shop.example/news?from=mail',
      },
    },
    conditions: conditionsFor(recipients, bench.options.contacts),
  });

const goLive = async ({ workspace }: Bench, email: EngagementItem): Promise<number> => {
  const began = performance.now();
  await workspace.parley.engagement.updateEmail(email.id, { status: 'live' });
  return began;
};

/** Waits until all mails of the first round are planned. */
const waitUntilPlanned = async (db: Database, { id }: EngagementItem): Promise<void> => {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(LOOK_EVERY)) {
    const rows = await db.query('SELECT FROM email_round WHERE item_id = $1 AND planned_at IS NOT NULL', [
      id,
    ]);
    if (rows.length > 0) return;
  }
  throw new Error(`E-mail ${id} was not planned in ${PATIENCE} ms`);
};

const planJob = (bench: Bench): Job => ({
  name: 'plan a campaign',
  unit: 'recipients',
  rounds: 1,
  run: async (): Promise<Outcome> => {
    const { target, options } = bench;
    const { engagement } = bench.workspace.parley;
    const wanted = Math.min(PLANNED, options.contacts);
    const email = await createEmail(bench, 'Planned', wanted);
    const db = openDatabase({
      url: target.databaseUrl('engagement'),
      applicationName: 'bench campaigns',
      maxConnections: 1,
    });
    try {
      const began = await goLive(bench, email);
      await waitUntilPlanned(db, email);
      const milliseconds = performance.now() - began;
      const { stats } = await engagement.getEmail(email.id);
      await engagement.deleteEmail(email.id);
      const { pending = 0, sent = 0, failed = 0, skipped = 0 } = stats ?? {};
      const count = pending + sent + failed + skipped;
      return { ...expectCount({ count, milliseconds }, wanted), failures: failed };
    } finally {
      await db.close();
    }
  },
});

/** From going live to the last mail at the SMTP server. */
const sendJob = (bench: Bench): Job => ({
  name: 'send a campaign',
  unit: 'mails',
  rounds: 1,
  run: async (): Promise<Outcome> => {
    const { target, options } = bench;
    const { engagement } = bench.workspace.parley;
    const email = await createEmail(bench, 'Sent', Math.min(SENT, options.contacts));
    const before = target.mails.arrivals.length;
    const at = Date.now();
    await goLive(bench, email);
    let now = email;
    for (const end = Date.now() + PATIENCE; now.status !== 'finished' && Date.now() < end; await sleep(250))
      now = await engagement.getEmail(email.id);
    const times = target.mails.arrivals.slice(before).map((arrival) => arrival.at - at);
    const { sent = 0, failed = 0, skipped = 0, pending = 0 } = now.stats ?? {};
    return {
      count: sent,
      milliseconds: Math.max(0, ...times),
      times,
      failures: failed + skipped + pending + Math.abs(times.length - sent),
    };
  },
});

/** A campaign that is planned, and one that is sent to its end. */
export const campaignJobs = (bench: Bench): Job[] => [sendJob(bench), planJob(bench)];
