import { ContactMemoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  clearMemory,
  createMemoryEntry,
  deleteMemoryEntry,
  getMemoryEntry,
  listMemoryEntries,
  putMemoryEntry,
} from '../memory';

const { methods } = ContactMemoryServiceDefinition;

export const contactMemoryRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactMemoryServiceDefinition, {
    listMemoryEntries: (request, context) => listMemoryEntries(deps, request, context),
    createMemoryEntry: deps.effects.once(methods.createMemoryEntry, (request, context) =>
      createMemoryEntry(deps, request, context),
    ),
    clearMemory: (request, context) => clearMemory(deps, request, context),
    getMemoryEntry: (request, context) => getMemoryEntry(deps, request, context),
    putMemoryEntry: (request, context) => putMemoryEntry(deps, request, context),
    deleteMemoryEntry: (request, context) => deleteMemoryEntry(deps, request, context),
  });
