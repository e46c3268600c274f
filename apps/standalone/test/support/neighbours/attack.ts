import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningPlatform } from '../platform';

/** Something that one caller does while others want to be served. */
export interface Attack {
  name: string;
  /** Ends when the platform has answered it. */
  run(platform: RunningPlatform): Promise<void>;
}

/** The demo project of a platform, as its own file says. */
export interface Demo {
  projectId: string;
  apiToken: string;
  admin: { token: string };
  serviceToken: string;
}

/** Reads the demo's credentials. */
export const readDemo = ({ home }: RunningPlatform): Demo =>
  JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')) as Demo;

/** A request and its answer's JSON. It fails unless the status is one of `expected`, and for fields without an effect. */
export const call = async (
  { origin }: Pick<RunningPlatform, 'origin'>,
  headers: Record<string, string>,
  { method = 'GET', path, body, expected = [200, 201] }: Call,
): Promise<Record<string, unknown>> => {
  const response = await fetch(`${origin}/v3${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!expected.includes(response.status))
    throw new Error(`${method} ${path.slice(0, 80)} answered ${response.status}: ${text.slice(0, 300)}`);
  // A field that has no effect would measure nothing.
  const ignored = response.headers.get('ignored-fields');
  if (ignored !== null) throw new Error(`${method} ${path.slice(0, 80)} has no effect of ${ignored}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

/** A request, and the statuses with which it is to be answered. */
export interface Call {
  method?: string;
  path: string;
  body?: unknown;
  expected?: readonly number[];
}

/** A request of the demo's admin. */
export const asAdmin = (platform: RunningPlatform, asked: Call): Promise<Record<string, unknown>> => {
  const { projectId, admin } = readDemo(platform);
  return call(platform, { authorization: `Bearer ${admin.token}`, project: projectId }, asked);
};
