import { runService } from '@parley/runtime';
import { realtimeTable } from './config';
import { withServer } from './edge';
import { createRealtime } from './service';

void runService('realtime', realtimeTable, (config, platform) =>
  withServer(createRealtime(config, platform), { host: config.realtimeHost, port: config.realtimePort }),
);
