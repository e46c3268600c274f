// `npm run statistics:rebuild`: counts the tickets of all projects again from the services. If the platform runs, in one process or
// many, both do the work; otherwise this process does it, on the engines of the environment or on the embedded ones.
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { at } from './paths.mjs';

ensureInstalled();
ensureBuilt();
process.env.NODE_ENV ??= 'production';
process.argv[2] = 'statistics:rebuild';
await import(at('dist/apps/standalone/main.js'));
