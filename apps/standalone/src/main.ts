import { readEnvironment } from '@parley/config';
import { runStandalone } from './run';

void runStandalone(readEnvironment(), process.argv.slice(2));
