import { readFileSync } from 'node:fs';
import { at } from '../paths.mjs';
import { services } from '../services.mjs';

const readme = readFileSync(at('README.md'), 'utf8').split('\n');

describe('the proofs of deploy, which no other test runs', () => {
  it.each(['local-image/prove.sh', 'local-image/prove-compose.sh', 'local-cluster/prove.sh'])(
    '%s finds the conversation of the README, and the lines that it changes',
    (script) => {
      const text = readFileSync(at('deploy', script), 'utf8');
      const [, heading] = /here = \/\^(## [^/]+)\//.exec(text);
      expect(readme).toContain(heading);
      const changed = [...text.matchAll(/-e ["']\/(\^[^/]+)\/i /g)].map(([, pattern]) => pattern);
      for (const pattern of [...changed, '127.0.0.1:2525'])
        expect([pattern, readme.some((line) => new RegExp(pattern).test(line))]).toEqual([pattern, true]);
      expect(changed).toContain('^until CODE=');
    },
  );

  it.each([
    ['deploy/README.md', /for app in (.+); do/g],
    ['docs/operations.md', /for service in (.+); do/g],
  ])('%s loops over every service', (file, loop) => {
    const loops = [...readFileSync(at(file), 'utf8').matchAll(loop)];
    expect(loops.length).toBeGreaterThan(0);
    for (const [, names] of loops) expect(names.split(' ').sort()).toEqual([...services].sort());
  });

  it('reach.sh lets the gateway reach every service', () => {
    const [line] = /probe support gateway .+/.exec(readFileSync(at('deploy/local-cluster/reach.sh'), 'utf8'));
    for (const name of services.filter((one) => one !== 'gateway'))
      expect(line).toContain(` ${name}:50051=open`);
  });
});
