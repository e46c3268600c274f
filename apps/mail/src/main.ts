import { runService } from '@parley/runtime';
import { mailTable } from './config';
import { createMail } from './service';

void runService('mail', mailTable, createMail);
