import { runService } from '@parley/runtime';
import { contactsTable } from './config';
import { createContacts } from './service';

void runService('contacts', contactsTable, createContacts);
