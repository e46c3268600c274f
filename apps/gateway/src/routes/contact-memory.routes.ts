import { ContactMemoryServiceDefinition as memory } from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { operation } from '../rest';

export const contactMemoryOperations = [
  operation('contact-memory.list', 'GET /sessions/{sessionId}/memory', memory, 'listMemoryEntries', {
    permission: 'MEMORY_FIND',
    page: { default: 200, max: 200 },
    out: 'entries',
  }),
  operation('contact-memory.create', 'POST /sessions/{sessionId}/memory', memory, 'createMemoryEntry', {
    permission: 'MEMORY_CREATE',
    exists: 'listMemoryEntries',
    errors: ['MEMORY_FULL'],
  }),
  operation('contact-memory.clear', 'DELETE /sessions/{sessionId}/memory', memory, 'clearMemory', {
    permission: 'MEMORY_DELETE',
  }),
  operation('contact-memory.get', 'GET /sessions/{sessionId}/memory/{entryName}', memory, 'getMemoryEntry', {
    permission: 'MEMORY_FIND',
    out: 'entry',
    errors: ['MEMORY_ENTRY_NOT_FOUND'],
  }),
  operation('contact-memory.put', 'PUT /sessions/{sessionId}/memory/{entryName}', memory, 'putMemoryEntry', {
    permission: 'MEMORY_UPDATE',
    exists: 'listMemoryEntries',
    errors: ['MEMORY_FULL'],
  }),
  operation(
    'contact-memory.delete',
    'DELETE /sessions/{sessionId}/memory/{entryName}',
    memory,
    'deleteMemoryEntry',
    { permission: 'MEMORY_DELETE' },
  ),
];
