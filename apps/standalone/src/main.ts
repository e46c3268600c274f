import { readEnvironment } from '@parley/config';
import { runStandalone } from './run';

const [, , command, ...args] = process.argv;

void runStandalone(readEnvironment(), command, args);
