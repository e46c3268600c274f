import { createNetworkCaller, startRpcServer } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { recordClient } from './support/records';
import { createClients, requireContact, silentObserver, startContacts } from './support/contacts';

it('creates, upserts, lists, searches and deletes over gRPC as in process', async () => {
  const service = await startContacts();
  const server = await startRpcServer({
    services: service.implementations,
    address: '127.0.0.1:0',
    serviceKey: 'key',
    observer: silentObserver,
  });
  const target = `127.0.0.1:${server.port}`;
  const caller = createNetworkCaller({ service: 'contacts', target, serviceKey: 'key' });
  await eventually(() => caller.health());
  const { contacts, directory } = createClients(caller);
  const context = service.project().as('admin');
  try {
    const customData = { a: [1, { b: false, c: null }], d: '' };
    const created = requireContact(
      await contacts.createContact(
        { contact: { userId: 'u', name: 'Ada', tags: ['x'], customData, value: 0, blocked: false } },
        context,
      ),
    );
    expect(created).toMatchObject({ name: 'Ada', tags: ['x'], customData, value: 0, blocked: false });
    const upserted = requireContact(
      await contacts.createContact(
        { contact: { userId: 'u', email: 'A@example.com' }, nulls: ['name'] },
        context,
      ),
    );
    expect(upserted).toEqual({
      ...created,
      name: undefined,
      email: 'a@example.com',
      updatedAt: upserted.updatedAt,
    });
    expect((await contacts.listContacts({ type: 'users' }, context)).contacts).toEqual([upserted]);
    expect((await contacts.searchContacts({ searchTerm: 'a@ex' }, context)).sessions).toHaveLength(1);
    expect(await directory.getContactReferences({ ids: [created.id] }, context)).toMatchObject({
      contacts: [{ id: created.id, version: 2 }],
    });
    const values = [
      { attribute: 'email', value: null },
      { attribute: 'customData.d', value: null },
      { attribute: 'customData.e', value: false },
    ];
    const { record } = await recordClient(caller).writeRecordAttributes(
      { recordType: 'contacts', id: created.id, values },
      context,
    );
    expect(record).toMatchObject({ userId: 'u', customData: { a: customData.a, e: false }, version: 3 });
    expect(record?.email).toBeUndefined();
    await contacts.deleteContact({ sessionId: created.id }, context);
    await expect(contacts.getContact({ sessionId: created.id }, context)).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'SESSION_NOT_FOUND',
    });
  } finally {
    await caller.close();
    await server.close(1_000);
    await service.stop();
  }
});
