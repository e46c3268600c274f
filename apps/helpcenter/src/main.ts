import { defineConfig } from '@parley/config';
import { runService } from '@parley/runtime';
import { createHelpcenter } from './service';

/** It has no settings beside those every process takes. */
const table = defineConfig({});

void runService('helpcenter', table, (_config, platform) => createHelpcenter(platform));
