import { defineConfig } from '@parley/config';
import { runService } from '@parley/runtime';
import { createEngagement } from './service';

/** It has no settings beside those every process takes. */
const table = defineConfig({});

void runService('engagement', table, (_config, platform) => createEngagement(platform));
