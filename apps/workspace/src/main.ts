import { runService } from '@parley/runtime';
import { workspaceTable } from './config';
import { createWorkspace } from './service';

void runService('workspace', workspaceTable, createWorkspace);
