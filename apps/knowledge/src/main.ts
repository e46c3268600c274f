import { defineConfig } from '@parley/config';
import { runService } from '@parley/runtime';
import { createKnowledge } from './service';

/** It has no settings beside those every process takes. */
const table = defineConfig({});

void runService('knowledge', table, (_config, platform) => createKnowledge(platform));
