import {
  type Audience,
  type AudienceCondition,
  belongsTo,
  DAY_MS,
  type EventQuery,
  readConditions,
  type TargetAudience,
} from '@parley/audience';
import type { FieldProblem } from '@parley/errors';
import { newId } from '@parley/persistence';
import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { findMailAudience, mailAudienceSql } from '../src/audience/audience.store';
import { condition, contactRow, eventNames, random } from './support/audience-cases';
import { silentObserver, startContacts, type TestContacts, type TestProject } from './support/contacts';

const CONTACTS = 400;
const AUDIENCES = 600;
const SEED = 20_261_122;
const at = new Date('2026-03-10T12:00:00.000Z');

let service: TestContacts;
let project: TestProject;
let client: Client<ContactAudienceServiceDefinition>;
let ids: string[];
let events: { contact_id: string; date: Date; name: string }[];

const COLUMNS = `project_id, id, organisation_id, svc_id, user_id, email, name, phone, avatar, lang, company_id, company_name,
  plan, platform, device_type, value, sla, sessions, tags, custom_data, location, first_activity, last_activity,
  last_heard_from, created_at, updated_at, unsubscribed, blocked, version, search_text`;

const seed = async (): Promise<void> => {
  const next = random(SEED);
  const rows = Array.from({ length: CONTACTS }, (_, index) => {
    const id = newId();
    const row = contactRow(next, index);
    const fixed = { project_id: project.id, organisation_id: project.organisationId, svc_id: `svc${id}` };
    return {
      ...row,
      ...fixed,
      id,
      updated_at: at,
      unsubscribed: false,
      blocked: false,
      version: 1,
      search_text: '',
    };
  });
  ids = rows.map(({ id }) => id);
  await service.db.query(
    `INSERT INTO contact (${COLUMNS}) SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::contact, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
  events = rows.flatMap(({ id }) =>
    Array.from({ length: Math.floor(next() * 6) }, () => ({
      project_id: project.id,
      contact_id: id,
      date: new Date(at.getTime() - next() * 70 * 86_400_000),
      id: newId(),
      name: eventNames[Math.floor(next() * 2)] ?? '',
    })),
  );
  await service.db.query(
    `INSERT INTO contact_event (project_id, contact_id, date, id, name)
     SELECT project_id, contact_id, date, id, name FROM jsonb_populate_recordset(NULL::contact_event, $1::jsonb)`,
    [JSON.stringify(events)],
  );
};

beforeAll(async () => {
  service = await startContacts({ clock: () => at });
  project = service.project();
  client = createClient(
    ContactAudienceServiceDefinition,
    createLocalCaller(service.implementations, silentObserver),
  );
  await seed();
});
afterAll(() => service.stop());

const allQueries: EventQuery[] = eventNames.flatMap((event) =>
  [undefined, 1, 9, 60].map((withinDays) => ({ event, ...(withinDays !== undefined && { withinDays }) })),
);

/** How often a contact did something, counted one by one. */
const countEvents = (contactId: string, { event, withinDays = Infinity }: EventQuery): number =>
  events.filter(
    ({ contact_id: by, name, date }) =>
      by === contactId && name === event && date.getTime() >= at.getTime() - withinDays * DAY_MS,
  ).length;

/** Everybody's document, as the service answers it, and all counts of each, which the service has to have right too. */
const everybody = async () => {
  const context = project.by({ actor: { type: 'system', name: 'test' } });
  const asked = allQueries.map(({ event, withinDays = 0 }) => ({ event, withinDays }));
  const pages = await Promise.all(
    [0, 200].map((from) =>
      client.getAudienceContacts({ ids: ids.slice(from, from + 200), events: asked }, context),
    ),
  );
  return pages.flatMap(({ contacts }) =>
    contacts.map(({ contact, eventCounts }) => {
      const id = contact?.id ?? '';
      const makeKey = ({ event, withinDays = 0 }: EventQuery): string => `${withinDays} ${event}`;
      const counts = new Map(allQueries.map((query) => [makeKey(query), countEvents(id, query)]));
      expect({ id, eventCounts }).toEqual({ id, eventCounts: [...counts.values()] });
      const look = { at, countEvents: (query: EventQuery) => counts.get(makeKey(query)) ?? NaN };
      return { id, belongs: (audience: Audience) => belongsTo({ ...contact }, audience, look) };
    }),
  );
};

const walk = async (audience: Audience, limit: number): Promise<string[]> => {
  const found: string[] = [];
  for (let after: Parameters<typeof findMailAudience>[1]['after']; ;) {
    const page = await findMailAudience(service.db, { projectId: project.id, audience, at, after, limit });
    found.push(...page.contacts.map(({ id }) => id));
    if (!page.next) return found;
    after = page.next;
  }
};

it(`finds by SQL whom the naive evaluation finds, for ${AUDIENCES} audiences of ${CONTACTS} contacts (seed ${SEED})`, async () => {
  const people = await everybody();
  expect(people).toHaveLength(CONTACTS);
  const next = random(SEED + 1);
  let [some, withEvents, withRelativeTimes] = [0, 0, 0];
  for (let round = 0; round < AUDIENCES; round += 1) {
    const conditions: AudienceCondition[] = Array.from({ length: 1 + Math.floor(next() * 2) }, () =>
      condition(next),
    );
    const problems: FieldProblem[] = [];
    readConditions('conditions', conditions, problems);
    expect({ conditions, problems }).toEqual({ conditions, problems: [] });
    const targetAudience = (['all', 'users', 'guests', 'custom'] as TargetAudience[])[round % 8] ?? 'all';
    const audience = { targetAudience, conditions };
    const expected = people.filter(({ belongs }) => belongs(audience)).map(({ id }) => id);
    expect({ audience, found: (await walk(audience, 150)).sort() }).toEqual({
      audience,
      found: expected.sort(),
    });
    if (expected.length === 0 || expected.length === CONTACTS) continue;
    some += 1;
    if (conditions.some((one) => 'event' in one)) withEvents += 1;
    if (JSON.stringify(conditions).includes('daysAgo')) withRelativeTimes += 1;
  }
  // Conditions that hold for all or for none would show nothing.
  expect(some).toBeGreaterThan(AUDIENCES / 3);
  expect(withEvents).toBeGreaterThan(50);
  expect(withRelativeTimes).toBeGreaterThan(20);
});

it('lets the database decide alone, but for texts beyond ASCII and texts that are times', async () => {
  const people = await everybody();
  const next = random(SEED + 2);
  for (let round = 0; round < AUDIENCES / 2; round += 1) {
    const one = condition(next);
    const text = 'field' in one ? JSON.stringify(one.value) : '';
    if ('field' in one && (one.operator === 'contains' || /\d{4}-\d\d|daysAgo/.test(text))) continue;
    const audience: Audience = { targetAudience: 'all', conditions: [one] };
    const page = { projectId: project.id, audience, at, after: undefined, limit: CONTACTS };
    const { text: sql, values } = mailAudienceSql(page);
    const found = await service.db.query<{ id: string }>(sql, values);
    const expected = people.filter(({ belongs }) => belongs(audience));
    expect({ one, found: found.length }).toEqual({ one, found: expected.length });
  }
});
