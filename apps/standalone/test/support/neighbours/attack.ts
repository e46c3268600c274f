import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningPlatform } from '../platform';

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
export const demoOf = ({ home }: RunningPlatform): Demo =>
  JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')) as Demo;

/** A request of the demo's admin; the answer's JSON. */
export const asAdmin = async (
  platform: RunningPlatform,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const { projectId, admin } = demoOf(platform);
  const response = await fetch(`${platform.origin}/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      project: projectId,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
};
