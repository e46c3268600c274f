// `npm run check`: the lock file, circles of modules, words, links, fields without a type, formatting, lint, types and protos, as cached Nx targets.
import { ensureBuilt, ensureInstalled, nx } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.exit(
  nx(
    'run-many',
    '-t',
    'lock,modules,words,links,untyped,format,lint,typecheck,buf-lint,buf-breaking',
    '--parallel=2',
    '--outputStyle=static',
  ),
);
