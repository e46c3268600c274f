import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceNames } from './module';

it('names every app that is tagged as a service but the gateway, which calls the others', () => {
  const apps = resolve(__dirname, '../../../apps');
  const tagged = readdirSync(apps).filter((app) =>
    JSON.parse(readFileSync(resolve(apps, app, 'project.json'), 'utf8')).tags.includes('type:service'),
  );
  expect([...serviceNames, 'gateway'].sort()).toEqual(tagged.sort());
});
