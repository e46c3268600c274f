// `npm run clients`: the OpenAPI document before the tools that others use. It is linted; clients that generators make in
// three languages compile and hold the README's conversation with a running platform; generated requests get no answer that
// it does not name. `npm run clients -- go requests --minutes=10 --examples=50 --seed=2` tries some parts, and harder.
//
// A part without its language or registry is skipped; PARLEY_REQUIRE_CLIENTS=typescript,python,go,… makes that a failure.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../setup.mjs';
import { parts } from './parts.mjs';
import { startPlatform } from './platform.mjs';
import { Skipped } from './run.mjs';

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    examples: { type: 'string', default: '3' },
    // Of the generated requests: the same ones every time, unless another is asked for.
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(parts);
const required = (process.env.PARLEY_REQUIRE_CLIENTS ?? '').split(',').filter((name) => name !== '');
const unknown = [...names, ...required].filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

ensureInstalled();
ensureBuilt();
const work = mkdtempSync(join(tmpdir(), 'parley-clients-work-'));
let started;
/** The platform, started when the first part asks for it. */
const platform = () => (started ??= startPlatform());
const clean = async () => {
  await started?.then(({ stop }) => stop()).catch(() => undefined);
  rmSync(work, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void clean().finally(() => process.exit(1)));

const lines = [];
let failed = false;
try {
  for (const name of names) {
    console.log(`Trying ${name} …`);
    const start = Date.now();
    try {
      const said = await parts[name]({
        work,
        platform,
        minutes: Number(values.minutes),
        examples: Number(values.examples),
        seed: Number(values.seed),
      });
      lines.push(`passed   ${name} (${Math.round((Date.now() - start) / 1000)} s): ${said}`);
    } catch (error) {
      const skipped = error instanceof Skipped && !required.includes(name);
      failed ||= !skipped;
      lines.push(`${skipped ? 'skipped ' : 'FAILED  '} ${name}: ${error.message}`);
    }
  }
} finally {
  await clean();
}
console.log(`\n${lines.join('\n')}`);
process.exit(failed ? 1 : 0);
