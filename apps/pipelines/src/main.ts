import { defineConfig } from '@parley/config';
import { runService } from '@parley/runtime';
import { createPipelines } from './service';

/** It has no settings beside those every process takes. */
const table = defineConfig({});

void runService('pipelines', table, (_config, platform) => createPipelines(platform));
