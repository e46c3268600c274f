import { createNetworkCaller, createClient, startRpcServer } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { CompaniesServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { ContactMemoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { requireCompany } from './support/companies';
import { requireContact, silentObserver, startContacts } from './support/contacts';

it('writes, merges, lists and links companies and memory over gRPC as in process', async () => {
  const service = await startContacts();
  const server = await startRpcServer({
    services: service.implementations,
    address: '127.0.0.1:0',
    serviceKey: 'key',
    observer: silentObserver,
  });
  const caller = createNetworkCaller({
    service: 'contacts',
    target: `127.0.0.1:${server.port}`,
    serviceKey: 'key',
  });
  await eventually(() => caller.health());
  const companies = createClient(CompaniesServiceDefinition, caller);
  const memory = createClient(ContactMemoryServiceDefinition, caller);
  const context = service.project().as('admin');
  const companyId = 'a/b 公司';
  try {
    const customData = { seats: 3, trial: false, region: '', zero: 0 };
    const first = requireCompany(
      await companies.upsertCompany(
        {
          companyId,
          company: { name: 'Acme', value: 0, customData, address: { city: 'Oslo', more: [null] } },
        },
        context,
      ),
    );
    expect(first).toMatchObject({ companyId, value: 0, customData, address: { city: 'Oslo', more: [null] } });
    const second = requireCompany(
      await companies.upsertCompany(
        {
          companyId,
          company: { customData: { seats: null, more: 1 }, address: { city: null } },
          nulls: ['value'],
        },
        context,
      ),
    );
    expect(second.customData).toEqual({ trial: false, region: '', zero: 0, more: 1 });
    expect(second.address).toEqual({ more: [null] });
    expect(second.value).toBeUndefined();
    const contact = requireContact(
      await service.contacts.createContact({ contact: { name: 'Ada' } }, context),
    );
    const added = await companies.addCompanyMember(
      { companyId, sessionId: contact.id, migrateTickets: true },
      context,
    );
    expect(requireContact(added)).toMatchObject({ companyId, companyName: 'Acme' });
    expect((await companies.listCompanyMembers({ companyId }, context)).members).toEqual([
      { _id: contact.id, name: 'Ada', lastActivity: contact.lastActivity },
    ]);
    expect((await companies.listCompanies({}, context)).companies).toMatchObject([
      { companyId, lastSeenAt: contact.lastActivity },
    ]);
    await memory.putMemoryEntry({ sessionId: contact.id, entryName: 'a', content: 'b' }, context);
    const deleted = await memory.deleteMemoryEntry({ sessionId: contact.id, entryName: 'b' }, context);
    expect(deleted).toEqual({ ok: false, reason: 'not_found', consolidationEnqueued: false, entries: 1 });
    await expect(
      memory.getMemoryEntry({ sessionId: contact.id, entryName: 'b' }, context),
    ).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'MEMORY_ENTRY_NOT_FOUND',
    });
  } finally {
    await caller.close();
    await server.close(1_000);
    await service.stop();
  }
});
