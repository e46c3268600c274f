import { noteGone } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { endJob, engage, findEngagement } from '../src/agents/engagement.store';
import { askedJob, findLatest, runJob, waitJob } from '../src/core/run.store';
import { answerJob } from '../src/core/turn.store';
import { deleteOfConversation } from '../src/runs/purge.store';
import { startRun } from '../src/runs/start-run';
import type { Workflow } from '../src/core/workflow';
import { follow, startStreams, type TestStreams } from './support/streams';

/** Of a run, and of the conversation of an AI agent. */
const jobNames = [runJob, waitJob, askedJob, endJob, answerJob].map(({ name }) => name);

describe('what runs for a contact', () => {
  let streams: TestStreams;
  beforeAll(async () => {
    streams = await startStreams('s2s_run_contacts');
  });
  afterAll(() => streams.stop());

  /** A contact with a run in one conversation and an AI agent in another. */
  const seed = async () => {
    const { projectId, contactId } = streams.newStream();
    const [run, talk] = [newId(), newId()];
    await streams.db.query(
      `INSERT INTO workflow_run (project_id, id, organisation_id, workflow_id, version, conversation_id, contact_id, channel, status,
         taken, entered, claim, started_at) VALUES ($1, $2, 'o', 'w', 1, $2, $3, 'S2S', 'waiting', 1, '{}', 1, now())`,
      [projectId, run, contactId],
    );
    await streams.db.query(
      "INSERT INTO run_step (project_id, run_id, number, step, at) VALUES ($1, $2, 1, 'a', now())",
      [projectId, run],
    );
    const place = { projectId, organisationId: 'o', conversationId: talk, contactId };
    await engage(streams.db, place, 'agent', new Date());
    return { projectId, contactId, run, talk };
  };

  it('is deleted with it, with its jobs, also those set aside, and nothing of another contact', async () => {
    const [gone, other] = [await seed(), await seed()];
    for (const { projectId, run, talk } of [gone, other])
      await streams.db.query(
        `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT name, $1, key, '{}', 'dead', now(), now() FROM unnest($2::text[], $3::text[]) AS j (name, key)`,
        [projectId, jobNames, [run, run, run, talk, talk]],
      );
    await follow(streams.db, gone, 'deleted');
    expect(await listRows('job', gone.projectId)).toEqual([]);
    expect(await listRows('job', other.projectId)).toHaveLength(jobNames.length);
    expect(await findLatest(streams.db, gone.projectId, gone.run)).toBeUndefined();
    expect(await findEngagement(streams.db, gone.projectId, gone.talk)).toBeUndefined();
    expect(await streams.db.query('SELECT 1 FROM run_step WHERE run_id = $1', [gone.run])).toEqual([]);
    expect(await findLatest(streams.db, other.projectId, other.run)).toMatchObject({ status: 'waiting' });
    expect(await findEngagement(streams.db, other.projectId, other.talk)).toBeDefined();
  });

  const workflow = (projectId: string): Workflow =>
    ({ projectId, organisationId: 'o', id: newId(), name: 'w', version: 1, start: 'a', steps: {} }) as never;
  const start = (
    tx: Sql,
    { projectId, contactId }: { projectId: string; contactId: string },
    conversationId = newId(),
  ) =>
    startRun(
      tx,
      { clock: () => new Date() },
      { workflow: workflow(projectId), conversationId, contactId, channel: 'S2S', isAsked: false },
    );
  const listRows = (table: string, projectId: string) =>
    streams.db.query(`SELECT 1 FROM ${table} WHERE project_id = $1`, [projectId]);

  /** Deletes a contact while a transaction writes of it: begins when that has written, and is waited for behind it. */
  const deleteBeside = async (
    contact: { projectId: string; contactId: string },
    write: (tx: Sql) => Promise<unknown>,
  ): Promise<void> => {
    let deleted: Promise<unknown> = Promise.resolve();
    await streams.db.transaction(async (tx) => {
      await write(tx);
      let isDone = false;
      deleted = follow(streams.db, contact, 'deleted').finally(() => (isDone = true));
      await eventually(async () => {
        const waiting = await streams.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(isDone || waiting.length > 0).toBe(true);
      });
    });
    await deleted;
  };

  it('begins no more once it is gone', async () => {
    const gone = await seed();
    await follow(streams.db, gone, 'deleted');
    expect(await streams.db.transaction((tx) => start(tx, gone))).toBeUndefined();
    expect(await listRows('workflow_run', gone.projectId)).toEqual([]);
  });

  it('begins no more in a conversation that is gone, whose calls of tools are deleted with it', async () => {
    const { projectId, contactId, talk } = await seed();
    await streams.db.query(
      `INSERT INTO tool_call (project_id, id, conversation_id, contact_id, message_id, name, arguments, status, expires_at)
       VALUES ($1, $2, $2, $3, 'm', 'order', '{}', 'answered', now())`,
      [projectId, talk, contactId],
    );
    await streams.db.transaction(async (tx) => {
      await noteGone(tx, [{ projectId, id: talk }], { at: new Date() });
      await deleteOfConversation(tx, projectId, talk);
    });
    expect(await listRows('tool_call', projectId)).toEqual([]);
    const begun = await streams.db.transaction((tx) => start(tx, { projectId, contactId }, talk));
    expect(begun).toBeUndefined();
  });

  it('is deleted with it when it begins at the same moment', async () => {
    const gone = await seed();
    await deleteBeside(gone, (tx) => start(tx, gone));
    expect(await listRows('workflow_run', gone.projectId)).toEqual([]);
  });

  it('is deleted with the steps that it takes at the same moment', async () => {
    const gone = await seed();
    await deleteBeside(gone, async (tx) => {
      await tx.query('SELECT FROM workflow_run WHERE id = $1 FOR UPDATE', [gone.run]);
      await tx.query(
        "INSERT INTO run_step (project_id, run_id, number, step, at) VALUES ($1, $2, 2, 'b', now())",
        [gone.projectId, gone.run],
      );
    });
    expect(await listRows('run_step', gone.projectId)).toEqual([]);
  });

  it('goes along when a guest turns out to be somebody', async () => {
    const guest = await seed();
    const into = newId();
    await follow(streams.db, guest, 'merged', into);
    expect(await findLatest(streams.db, guest.projectId, guest.run)).toMatchObject({ contactId: into });
    expect(await findEngagement(streams.db, guest.projectId, guest.talk)).toMatchObject({ contactId: into });
  });
});
