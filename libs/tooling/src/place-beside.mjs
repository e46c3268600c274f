// Puts what one project built beside the bundle of another: dist/<built> becomes dist/<app>/<name of built>.
import { cpSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { at } from './paths.mjs';

const [, , built, app] = process.argv;
const target = at('dist', app, basename(built));
rmSync(target, { recursive: true, force: true });
cpSync(at('dist', built), target, { recursive: true });
