// `npm start`: the whole platform in one process on embedded engines.
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { at } from './paths.mjs';

ensureInstalled();
ensureBuilt();
process.env.NODE_ENV ??= 'production';
await import(at('dist/apps/standalone/main.js'));
