import { createEmbeddedBroker, createEvents, type Events, eventTablesSql, topology } from '@parley/events';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import { composeReplica, present, startWorkspace } from './support/workspace';

it('is ready once started, names database and events, and stops clean', async () => {
  const workspace = await startWorkspace();
  const replica = composeReplica({ databaseUrl: workspace.database.url, mailUrl: workspace.inbox.url });
  expect(Object.keys(replica.health)).toEqual(['database', 'events']);
  await expect(present(replica.health['events'])()).rejects.toThrow('not running');
  await replica.start();
  await Promise.all(Object.values(replica.health).map((check) => check()));
  await replica.stop();
  await expect(present(replica.health['database'])()).rejects.toThrow();
  await replica.closeMail();
  await workspace.stop();
});

it('tells another service of a new name, and keeps nothing of the event once it is handled', async () => {
  const broker = createEmbeddedBroker();
  const workspace = await startWorkspace({ broker });
  const consumer = await createTestDatabase('workspace_consumer');
  await consumer.db.query(eventTablesSql);
  const listen = (service: string): Events =>
    createEvents({
      service,
      db: consumer.db,
      transport: broker,
      topology: topology.filter(({ consumer: name }) => name === service),
      log: createLogger({ service, level: 'silent' }),
    });
  const tickets = listen('tickets');
  const statistics = listen('statistics');
  const heard: unknown[] = [];
  tickets.subscribe('tickets-users', async ({ subject, payload }) => void heard.push({ subject, payload }));
  // An event is kept until everybody who follows it has it.
  statistics.subscribe('statistics-workspace', async () => undefined);
  await Promise.all([tickets.start(), statistics.start()]);

  const { user, context } = await workspace.person();
  await workspace.users.updateCurrentUser({ lastName: 'King' }, context);
  const { id, email } = user;
  await eventually(() =>
    expect(heard).toEqual([
      {
        subject: 'workspace.v1.user.updated',
        payload: {
          user: { id, email, firstName: 'Ada', lastName: 'King', userType: 'default' },
          available: true,
          unavailableProjects: [],
        },
      },
    ]),
  );
  await eventually(async () =>
    expect(await workspace.database.db.query('SELECT id FROM outbox_event')).toEqual([]),
  );
  await Promise.all([tickets.stop(), statistics.stop()]);
  await consumer.drop();
  await workspace.stop();
});
