// `npm run search:rebuild`: rebuilds the search indexes from the database. If the platform runs, in one process or many, it does
// the work; otherwise this process does, on the engines of the environment or on the embedded ones.
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { at } from './paths.mjs';

ensureInstalled();
ensureBuilt();
process.env.NODE_ENV ??= 'production';
process.argv[2] = 'search:rebuild';
await import(at('dist/apps/standalone/main.js'));
