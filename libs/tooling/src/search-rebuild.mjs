// `npm run search:rebuild`: builds the search indexes anew from the database. While the platform runs, in one process or
// many, it does the work; otherwise this process does, on the engines that the environment names or on the embedded ones.
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { at } from './paths.mjs';

ensureInstalled();
ensureBuilt();
process.env.NODE_ENV ??= 'production';
process.argv[2] = 'search:rebuild';
await import(at('dist/apps/standalone/main.js'));
