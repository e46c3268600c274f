// Which apps run as processes of their own: those that are tagged as services.
import { readdirSync, readFileSync } from 'node:fs';
import { at } from './paths.mjs';

/** Names of the services, the gateway among them. */
export const services = readdirSync(at('apps')).filter((app) =>
  JSON.parse(readFileSync(at('apps', app, 'project.json'), 'utf8')).tags.some((tag) =>
    ['type:service', 'type:edge'].includes(tag),
  ),
);
