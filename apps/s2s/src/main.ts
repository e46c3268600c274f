import { defineConfig } from '@parley/config';
import { runService } from '@parley/runtime';
import { createS2s } from './service';

/** It has no settings beside those every process takes. */
const table = defineConfig({});

void runService('s2s', table, (_config, platform) => createS2s(platform));
