import { createEmbeddedBroker } from '@parley/events';
import { newId } from '@parley/persistence';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { UserPushesServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/user_pushes_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { eventually, type PushService, startPushService } from '@parley/testing';
import { type Producer, startProducer } from './support/producer';
import {
  type Person,
  present,
  silentObserver,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let pushes: Client<UserPushesServiceDefinition>;
let service: PushService;
let tickets: Producer;
let owner: Person;
let project: Project;
beforeAll(async () => {
  const broker = createEmbeddedBroker();
  [workspace, service] = await Promise.all([startWorkspace({ broker }), startPushService()]);
  tickets = await startProducer('tickets', broker);
  pushes = createClient(
    UserPushesServiceDefinition,
    createLocalCaller(workspace.implementations, silentObserver),
  );
  owner = await workspace.person();
  project = present((await workspace.projects.createProject({ name: 'Web shop' }, owner.context)).project);
});
afterAll(async () => {
  await tickets.stop();
  await workspace.stop();
  await service.close();
});
beforeEach(async () => {
  await workspace.database.db.query('DELETE FROM push_subscription');
  service.messages.length = 0;
  service.answer = () => undefined;
});

const subscribe = async ({ context }: Person): Promise<string> => {
  const { publicKey } = await pushes.getUserPushKey({}, context);
  const browser = service.subscribe(publicKey);
  await pushes.subscribeUser(browser, context);
  return browser.endpoint;
};
const tell = async (userIds: string[]): Promise<string> => {
  const [id] = await tickets.tell([
    {
      subject: 'tickets.v1.notice.created',
      projectId: project.id,
      aggregateId: newId(),
      payload: {
        kind: 'assigned',
        userIds,
        title: 'Broken lamp (#7)',
        text: 'Bob assigned this ticket to you.',
        url: 'http://127.0.0.1:3000/inbox/t/1',
      },
    },
  ]);
  return id as string;
};
const jobs = () =>
  workspace.database.db.query<{ name: string }>(`SELECT name FROM job WHERE name = 'notice push'`);
const settled = () => eventually(async () => expect(await jobs()).toEqual([]));

describe('A notice', () => {
  it('comes to all browsers of the people who have one', async () => {
    const endpoints = [await subscribe(owner), await subscribe(owner)];
    const id = await tell([owner.user.id, newId()]);
    await eventually(() => expect(service.messages).toHaveLength(2));
    await settled();
    expect(service.messages.map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.toSorted());
    expect(service.messages[0]).toMatchObject({ topic: id, contact: 'mailto:support@parley.localhost' });
    expect(JSON.parse(service.messages[0]?.payload ?? '')).toEqual({
      tag: id,
      title: 'Broken lamp (#7)',
      body: 'Bob assigned this ticket to you.',
      url: 'http://127.0.0.1:3000/inbox/t/1',
    });
  });

  it('comes to no person outside the project', async () => {
    const stranger = await workspace.person();
    await subscribe(stranger);
    await subscribe(owner);
    await tell([stranger.user.id, owner.user.id]);
    await eventually(() => expect(service.messages).toHaveLength(1));
    await settled();
    expect(service.messages).toHaveLength(1);
  });

  it('deletes a browser that does not exist any more, and tries a busy push service again', async () => {
    const [gone, kept] = [await subscribe(owner), await subscribe(owner)];
    let busy = 1;
    service.answer = ({ endpoint }) => {
      if (endpoint === gone) return 410;
      busy -= 1;
      return busy >= 0 ? 503 : undefined;
    };
    await tell([owner.user.id]);
    await eventually(() => expect(service.messages).toHaveLength(1));
    await settled();
    const rows = await workspace.database.db.query('SELECT endpoint FROM push_subscription');
    expect(rows).toEqual([{ endpoint: kept }]);
  });
});
