import { systemContext } from '@parley/rpc';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('named_files');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const url = (name: string) => `https://support.example.com/files/${caller.projectId}/${name}`;
const say = async (message: object) => {
  const { ticket } = await service.tickets.createTicket({ ticket: { title: 'x' } }, caller.context);
  await service.messages.createMessage({ ticket: ticket?.id ?? '', ...message }, caller.context);
};
const named = async (keys: string[], since = new Date(Date.now() - 60_000)) =>
  (
    await service.messageDirectory.findNamedFiles(
      { keys, since: since.toISOString() },
      systemContext('gateway', { projectId: caller.projectId }),
    )
  ).keys;

describe('FindNamedFiles', () => {
  it('answers the files that attachments and contents of messages name, of this project only', async () => {
    await say({ comment: 'see', attachments: [{ name: 'a', url: url('attached') }] });
    await say({
      comment: { type: 'doc', content: [{ type: 'image', attrs: { src: url('shown') } }] },
    });
    const keys = ['attached', 'shown', 'nowhere'].map((name) => `${caller.projectId}/${name}`);
    expect((await named(keys)).toSorted()).toEqual(keys.slice(0, 2).toSorted());
    caller = callerIn(service.neighbours);
    expect(await named(keys)).toEqual([]);
  });

  it('looks at no message from before the first of them was uploaded', async () => {
    await say({ comment: 'see', attachments: [{ name: 'a', url: url('early') }] });
    expect(await named([`${caller.projectId}/early`], new Date(Date.now() + 60_000))).toEqual([]);
  });
});
