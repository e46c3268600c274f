import { runService } from '@parley/runtime';
import { ticketsTable } from './config';
import { createTickets } from './service';

void runService('tickets', ticketsTable, createTickets);
