import { readEnvironment } from '@parley/config';
import { runGateway } from './run-gateway';

void runGateway(readEnvironment(), process.argv.slice(2));
