import { GONE_MS, pruneGone } from '@parley/events';
import { newId } from '@parley/persistence';
import { eventually, findScans } from '@parley/testing';
import { onContacts } from '../src/contacts';
import { emptyStory } from '../src/story/stored-story';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { contact, makeTicket, user } from './support/tickets';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const START = Date.parse('2026-03-10T08:00:00.000Z');
const GRACE = '0000000000000000000000a1';

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

const contactEvent = (verb: string, projectId: string, id: string, payload: object = {}) => ({
  subject: `contacts.v1.contact.${verb}`,
  projectId,
  aggregateId: id,
  payload: { contactId: id, ...payload },
});

const values = async (projectId: string, ...charts: string[]) =>
  Promise.all(charts.map(async (chart) => (await service.facts(projectId, chart)).value));

/** All rows of a project, as text. */
const dump = async (projectId: string): Promise<string> => {
  const tables = ['ticket', 'ticket_story', 'fact', 'mail', 'gone', 'stale_ticket', 'silent_name'];
  const rows = await Promise.all(
    tables.map((table) =>
      service.db.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${table} t WHERE project_id = $1`,
        [projectId],
      ),
    ),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
};

/** Sums of the summaries, which must be nothing once every fact is gone. */
const summaries = async (projectId: string): Promise<number> => {
  const [row] = await service.db.query<{ sum: number }>(
    `SELECT COALESCE((SELECT sum(abs(count)) FROM fact_quarter WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count) + abs(total)) FROM fact_spread WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count)) FROM trait_month WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count)) FROM created_month WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count) + abs(total)) FROM class_spread WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count)) FROM person_month WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count)) FROM person_spread WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(count) FROM ticket_now WHERE project_id = $1), 0)
          + COALESCE((SELECT sum(abs(count)) FROM team_stretch WHERE project_id = $1), 0) AS sum`,
    [projectId],
  );
  return Number(row?.sum);
};

/** Statements of the service that wait for a lock. */
const waiting = async (statement: string): Promise<number> => {
  const rows = await service.db.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND trim(query, E'\\n ') LIKE $1`,
    [statement],
  );
  return rows.length;
};

const answered = (projectId: string, sessionId: string) => {
  const ticket = makeTicket(projectId, START, {
    sessionId,
    openedBy: 'contact',
    createdBy: contact(sessionId),
  });
  const events = [
    ticket.created(),
    ticket.message(START + 1, 'contact', { type: 'contact', id: sessionId }),
    ticket.message(START + HOUR, 'reply', { type: 'user', id: GRACE }),
    ticket.change(START + 2 * HOUR, user(GRACE), 'status', 'DONE'),
  ];
  return { ticket, events };
};

it('takes a deleted ticket out of every figure, with what was merged into it, as if they had never been', async () => {
  const projectId = newId();
  const [one, other] = [answered(projectId, newId()), answered(projectId, newId())];
  await service.publish(
    ...one.events,
    ...other.events,
    other.ticket.change(START + 3 * HOUR, user(GRACE), 'duplicateOf', one.ticket.id),
  );
  expect(await values(projectId, 'NEW_TICKETS_COUNT', 'TICKET_REPLIES_COUNT')).toEqual([1, 2]);
  await service.publish(one.ticket.deleted([other.ticket.id]));
  expect(
    await values(
      projectId,
      'NEW_TICKETS_COUNT',
      'TICKET_REPLIES_COUNT',
      'MESSAGE_COUNT',
      'TICKET_CLOSE_COUNT',
    ),
  ).toEqual([0, 0, 0, 0]);
  expect(await service.rows(projectId)).toEqual([]);
  expect(await summaries(projectId)).toBe(0);
});

it('revives nothing by an event that comes late', async () => {
  const projectId = newId();
  const { ticket, events } = answered(projectId, newId());
  await service.publish(...events, ticket.deleted(), ticket.created(), ...events);
  expect(await values(projectId, 'NEW_TICKETS_COUNT', 'MESSAGE_COUNT')).toEqual([0, 0]);
  expect(await summaries(projectId)).toBe(0);
});

it('keeps nothing of a contact that is deleted while events of it are taken in', async () => {
  const projectId = newId();
  const contactId = newId();
  const { ticket, events } = answered(projectId, contactId);
  let [told, deleted]: Promise<void>[] = [];
  const held = service.db.transaction(async (tx) => {
    // Its ticket waits to be written until this transaction ends: whether the contact is known to be gone was asked before.
    await tx.query(
      `INSERT INTO ticket (project_id, id, bug_id, type, status, priority, listed, queued, created_at, updated_at)
       VALUES ($1, $2, 1, '', '', '', false, false, now(), now())`,
      [projectId, ticket.id],
    );
    told = service.publish(...events);
    await eventually(async () => expect(await waiting('INSERT INTO ticket AS%')).toBe(1));
    deleted = service.publish(contactEvent('deleted', projectId, contactId));
    await eventually(async () => {
      const remembered = await service.db.query('SELECT FROM gone WHERE project_id = $1', [projectId]);
      expect(remembered.length + (await waiting('%advisory%'))).toBeGreaterThan(0);
    });
    throw new Error('rolled back');
  });
  await expect(held).rejects.toThrow('rolled back');
  await Promise.all([told, deleted]);
  expect(await values(projectId, 'NEW_TICKETS_COUNT', 'MESSAGE_COUNT', 'SNAPSHOT_OPEN_TICKETS')).toEqual([
    0, 0, 0,
  ]);
  expect(await dump(projectId)).not.toContain(contactId);
  expect(await summaries(projectId)).toBe(0);
});

it('remembers what was deleted for 30 days, by digests alone, and then no more', async () => {
  const projectId = newId();
  const [contactId, merged] = [newId(), newId()];
  const { ticket, events } = answered(projectId, newId());
  await service.publish(
    ...events,
    ticket.deleted(),
    contactEvent('deleted', projectId, contactId),
    contactEvent('merged', projectId, merged, { into: { id: newId() } }),
  );
  const remembered = async (): Promise<number> =>
    (await service.db.query('SELECT 1 FROM gone WHERE project_id = $1', [projectId])).length;
  // The library of events has its own clock.
  const now = Date.now();
  const pass = (days: number) => pruneGone(service.db, new Date(now + days * 24 * HOUR - GONE_MS));
  expect(GONE_MS).toBe(30 * 24 * HOUR);
  expect(await remembered()).toBe(3);
  const text = await dump(projectId);
  for (const id of [ticket.id, contactId, merged]) expect(text).not.toContain(id);
  await pass(29.99);
  expect(await remembered()).toBe(3);
  await pass(30.01);
  expect(await remembered()).toBe(0);
});

it('computes the waits of a ticket anew when a message is deleted, with the replies in its thread', async () => {
  const projectId = newId();
  const ticket = makeTicket(projectId, START, { sessionId: newId() });
  const first = ticket.message(START + HOUR, 'reply', { type: 'user', id: GRACE });
  const messageId = ticket.messages[0]?.id ?? '';
  await service.publish(
    ticket.created(),
    first,
    ticket.message(START + HOUR + 1, 'thread', { type: 'user', id: GRACE }, messageId),
    ticket.message(START + 3 * HOUR, 'reply', { type: 'user', id: GRACE }),
  );
  expect(await values(projectId, 'MEDIAN_FIRST_RESPONSE_TIME', 'TICKET_REPLIES_COUNT')).toEqual([1, 2]);
  await service.publish(ticket.remove(messageId), first);
  expect(await values(projectId, 'MEDIAN_FIRST_RESPONSE_TIME', 'TICKET_REPLIES_COUNT')).toEqual([3, 1]);
  expect((await service.rows(projectId)).map(({ actionType }) => actionType)).not.toContain('NOTE_CREATED');
});

it('leaves nothing of a deleted contact: its tickets, its messages elsewhere, and what it did', async () => {
  const projectId = newId();
  const [leaver, stayer] = [newId(), newId()];
  const own = answered(projectId, leaver);
  const other = answered(projectId, stayer);
  const visit = (subject: string, payload: object) => ({
    subject: `helpcenter.v1.${subject}`,
    projectId,
    aggregateId: projectId,
    payload: { sessionId: leaver, language: 'en', ...payload },
  });
  const mail = (verb: string) => ({
    subject: `engagement.v1.email.${verb}`,
    projectId,
    aggregateId: 'm1',
    payload: {
      outbound: newId(),
      type: 'EMAIL',
      session: leaver,
      delivery: 'm1',
      at: new Date(START).toISOString(),
      domain: 'leaver.example',
    },
  });
  const late = [
    visit('search.performed', { query: 'secret term', hits: 1 }),
    visit('question.asked', { question: 'secret question', answered: true, sourceIds: [] }),
    visit('article.viewed', { articleId: newId(), collectionId: newId(), channel: 'widget' }),
    {
      subject: 's2s.v1.question.asked',
      projectId,
      aggregateId: newId(),
      payload: { agentId: newId(), answered: true, sessionId: leaver },
    },
    contactEvent('tracked', projectId, leaver, {
      events: [{ id: newId(), name: 'widgetOpened', date: new Date(START).toISOString() }],
    }),
    mail('sent'),
  ];
  await service.publish(
    ...own.events,
    ...other.events,
    other.ticket.message(START + 3 * HOUR, 'contact', { type: 'contact', id: leaver }),
    ...late,
  );
  const charts = ['NEW_TICKETS_COUNT', 'MESSAGE_COUNT', 'AI_QUESTIONS_ASKED_COUNT', 'WIDGET_OPENED_COUNT'];
  // Views and questions count when they are told, which is now.
  const since = { endDate: '2099-01-01', startDate: '2000-01-01' };
  const all = async () =>
    Promise.all(charts.map(async (chart) => (await service.facts(projectId, chart, since)).value));
  expect(await all()).toEqual([2, 5, 2, 1]);
  expect(await dump(projectId)).toContain(leaver);
  await service.publish(contactEvent('deleted', projectId, leaver));
  expect(await all()).toEqual([1, 2, 0, 0]);
  await service.publish(...late, ...own.events);
  expect(await all()).toEqual([1, 2, 0, 0]);
  const left = await dump(projectId);
  for (const trace of [leaver, own.ticket.id, 'secret', 'leaver.example']) expect(left).not.toContain(trace);
  const { sent } = await service.emails.getEmailOverview(
    { startDate: '2026-03-01' } as never,
    makeContext(projectId),
  );
  expect(sent).toBe(0);
});

it('keeps no id of a deleted contact in tickets that are others’ now, and keeps these tickets', async () => {
  const projectId = newId();
  const [leaver, stayer] = [newId(), newId()];
  const written = answered(projectId, stayer);
  // Opened by the one who leaves: one of them is another contact’s now, the other nobody’s.
  const [moved, freed] = [answered(projectId, leaver), answered(projectId, leaver)];
  await service.publish(
    ...written.events,
    written.ticket.change(START + 3 * HOUR, contact(leaver), 'status', 'OPEN'),
    ...moved.events,
    moved.ticket.change(START + 4 * HOUR, user(GRACE), 'session', stayer),
    ...freed.events,
    freed.ticket.change(START + 4 * HOUR, user(GRACE), 'session', undefined),
  );
  await service.publish(contactEvent('deleted', projectId, leaver));
  // A message that is told of for the first time now, and tickets that change.
  await service.publish(
    written.ticket.message(START + 4 * HOUR, 'contact', { type: 'contact', id: leaver }),
    moved.ticket.set(START + 5 * HOUR, { tags: ['a'] }),
    freed.ticket.set(START + 5 * HOUR, { tags: ['a'] }),
  );
  const isRight = async (): Promise<void> => {
    expect(await dump(projectId)).not.toContain(leaver);
    expect(await values(projectId, 'NEW_TICKETS_COUNT', 'MESSAGE_COUNT', 'TICKET_CLOSE_COUNT')).toEqual([
      3, 4, 3,
    ]);
    // Somebody waited from the beginning, whoever it was.
    expect(await service.facts(projectId, 'MEDIAN_FIRST_RESPONSE_TIME')).toMatchObject({
      value: 1,
      count: 3,
    });
  };
  await isRight();
  service.neighbours.histories.set(
    projectId,
    [written, moved, freed].map(({ ticket }) => ticket.whole()),
  );
  await service.module.commands['statistics:rebuild']?.(() => undefined, []);
  await isRight();
});

it('keeps no id of a deleted contact in tickets of others that are spam or hidden and so have no facts', async () => {
  const projectId = newId();
  const [guest, leaver, stayer] = [newId(), newId(), newId()];
  const [spam, hidden, shown] = ['isSpam', 'hidden', undefined].map((flag) => {
    const { ticket, events } = answered(projectId, stayer);
    return {
      ticket,
      events: [
        ...events,
        ticket.message(START + 3 * HOUR, 'contact', { type: 'contact', id: leaver }),
        ticket.change(START + 3 * HOUR, contact(guest), 'status', 'OPEN'),
        ...(flag === undefined ? [] : [ticket.set(START + 4 * HOUR, { [flag]: true })]),
      ],
    };
  });
  await service.publish(...(spam?.events ?? []), ...(hidden?.events ?? []), ...(shown?.events ?? []));
  expect(await values(projectId, 'NEW_TICKETS_COUNT')).toEqual([1]);
  await service.publish(contactEvent('merged', projectId, guest, { into: { id: leaver } }));
  expect(await dump(projectId)).not.toContain(guest);
  await service.publish(contactEvent('deleted', projectId, leaver));
  expect(await dump(projectId)).not.toContain(leaver);
  await service.publish(
    spam?.ticket.set(START + 5 * HOUR, { isSpam: false }) as never,
    hidden?.ticket.set(START + 5 * HOUR, { hidden: false }) as never,
  );
  expect(await values(projectId, 'NEW_TICKETS_COUNT', 'MESSAGE_COUNT')).toEqual([3, 6]);
});

it('gives all that is known of a merged contact to its heir', async () => {
  const projectId = newId();
  const [guest, heir] = [newId(), newId()];
  const { ticket, events } = answered(projectId, guest);
  const [created, ...later] = events;
  // What is told of the guest after the merge is the heir's too.
  await service.publish(created as never);
  await service.publish(contactEvent('merged', projectId, guest, { into: { id: heir } }));
  await service.publish(...later);
  await service.publish(contactEvent('merged', projectId, guest, { into: { id: heir } }));
  const rows = await service.rows(projectId, {
    filter: [{ field: 'actionType', operator: 'eq', values: ['COMMENT_CREATED'] }],
  });
  expect(rows.map(({ actionUser }) => actionUser?.id)).toEqual([GRACE, heir]);
  expect(await dump(projectId)).not.toContain(guest);
  await service.publish(contactEvent('deleted', projectId, heir));
  expect(await dump(projectId)).not.toContain(ticket.id);
  expect(await summaries(projectId)).toBe(0);
});

it('counts a flag that is set or cleared later in past figures', async () => {
  const projectId = newId();
  const { ticket, events } = answered(projectId, newId());
  await service.publish(...events, ticket.set(START + 5 * HOUR, { isSpam: true }));
  expect(await values(projectId, 'NEW_TICKETS_COUNT', 'TICKET_REPLIES_COUNT')).toEqual([0, 0]);
  await service.publish(ticket.set(START + 6 * HOUR, { isSpam: false }));
  expect(await values(projectId, 'NEW_TICKETS_COUNT', 'TICKET_REPLIES_COUNT')).toEqual([1, 1]);
});

let isFull = false;
/** 20 projects of 2,000 tickets, each with a story, a fact, a mail and a silent name of one of 400 contacts. */
const fill = async (): Promise<void> => {
  await service.db.transaction(async (tx) => {
    // Sums are kept by triggers.
    await tx.query('SET LOCAL session_replication_role = replica');
    const rows =
      "FROM generate_series(1, 20) p, generate_series(1, 2000) n, LATERAL (SELECT 'plan' || p AS project, 'c' || n % 400 AS contact) c";
    await tx.query(
      `INSERT INTO ticket (project_id, id, bug_id, type, status, priority, tags, contact_id, listed, queued, created_at, updated_at)
       SELECT project, 't' || n, n, 'BUG', 'OPEN', 'LOW', '{}', contact, true, false, now() - n * interval '1 hour', now() ${rows}`,
    );
    await tx.query(
      `INSERT INTO ticket_story SELECT project, 't' || n, '${JSON.stringify(emptyStory())}' ${rows}`,
    );
    await tx.query(`INSERT INTO silent_name SELECT project, 't' || (n + 1), contact ${rows}`);
    await tx.query(
      `INSERT INTO fact (project_id, kind, source_id, at, ticket_id, actor_type, actor_id, flags, contact_id)
       SELECT project, 30, 'f' || n, now() - n * interval '1 hour', 't' || n, 'contact', contact, 0, contact ${rows}`,
    );
    await tx.query(
      `INSERT INTO mail (project_id, id, outbound, contact_id, sent_at)
       SELECT project, 'm' || n, 'o', contact, now() - n * interval '1 hour' ${rows}`,
    );
  });
  await service.db.query('VACUUM ANALYZE ticket, ticket_story, silent_name, fact, mail');
};

it.each([{}, { into: { id: 'c8' } }])('finds what it has of a contact by indexes (%j)', async (payload) => {
  if (!isFull) await fill();
  isFull = true;
  const event = {
    subject: `contacts.v1.contact.${payload.into ? 'merged' : 'deleted'}`,
    projectId: 'plan7',
    aggregateId: 'c7',
    payload,
  };
  const handle = onContacts({ clock: () => new Date(NOW) });
  expect(await findScans(service.db, (tx) => handle(event as never, tx))).toEqual([]);
});
