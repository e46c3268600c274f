// Generates from proto/: TypeScript (ts-proto) and the JSON schemas with comments that the gateway validates and
// documents with.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at } from './paths.mjs';
import { describeProtos } from './proto-schemas.mjs';

const out = at('libs/proto/src/generated');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const env = { ...process.env, PATH: `${at('node_modules/.bin')}:${process.env.PATH}` };
const buf = (args, options) =>
  execFileSync(at('node_modules/.bin/buf'), args, { cwd: at('proto'), env, ...options });

// Options are read from descriptors; no TypeScript is needed for them.
buf(['generate', '--exclude-path', 'parley/common/v1/options.proto'], { stdio: 'inherit' });
const image = `${out}/image.binpb`;
buf(['build', '-o', image], { stdio: 'inherit' });
writeFileSync(`${out}/schemas.json`, JSON.stringify(describeProtos(readFileSync(image)), null, 1));
rmSync(image);
