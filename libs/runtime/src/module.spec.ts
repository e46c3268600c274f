import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceNames } from './module';

it('names every app that is tagged as a service; the gateway, which calls them, has a tag of its own', () => {
  const apps = resolve(__dirname, '../../../apps');
  const tagged = readdirSync(apps).filter((app) =>
    JSON.parse(readFileSync(resolve(apps, app, 'project.json'), 'utf8')).tags.includes('type:service'),
  );
  expect([...serviceNames].sort()).toEqual(tagged.sort());
});
