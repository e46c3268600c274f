import { runService } from '@parley/runtime';
import { ticketsTable } from './config';
import { createTickets } from './service';

await runService('tickets', ticketsTable, createTickets);
