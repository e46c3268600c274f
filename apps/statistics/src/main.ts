import { defineConfig } from '@parley/config';
import { runService } from '@parley/runtime';
import { createStatistics } from './service';

/** It has no settings beside those every process takes. */
const table = defineConfig({});

void runService('statistics', table, (_config, platform) => createStatistics(platform));
