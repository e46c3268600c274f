import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../../..');
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** Whether a program is on the PATH. */
export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((path) => existsSync(join(path, program)));

/** Runs a block of commands of docs/operations.md, named behind its language, as an operator would; answers its output. */
export const runDocumented = async (name: string, env: Record<string, string>): Promise<string> => {
  const block = new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\``, 'ms').exec(operations)?.[1];
  if (block === undefined) throw new Error(`docs/operations.md has no block ${name}`);
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', block], {
    env: { PATH: process.env['PATH'], APPS: join(root, 'dist/apps'), ...env },
  });
  return stdout;
};

/** Headings below "Alerts" in docs/operations.md. */
export const runbookEntries = (): string[] =>
  [...operations.matchAll(/^### (\w+)$/gm)].flatMap(([, name]) => name ?? []);

const folder = join(root, 'deploy/observability');
const readFiles = (kind: string): string[] =>
  readdirSync(join(folder, kind)).map((name) => readFileSync(join(folder, kind, name), 'utf8'));

/** Alert rules: their names, and the page and anchor that each points to. */
export const alerts = (): { name: string; runbook: string }[] =>
  readFiles('alerts').flatMap((text) => {
    const all = (key: string): string[] =>
      [...text.matchAll(new RegExp(`^ +(?:- )?${key}: (.+)$`, 'gm'))].flatMap(([, value]) => value ?? []);
    const runbooks = all('runbook');
    return all('alert').map((name, index) => ({ name, runbook: runbooks[index] ?? '' }));
  });

/** The parts of a dashboard that hold queries. */
interface Dashboard {
  panels: { targets: { expr: string }[] }[];
  templating: { list: { definition?: string }[] };
}

const expressions = (): string[] => [
  ...readFiles('alerts').flatMap((text) =>
    [...text.matchAll(/^ +expr: (?:\|-\n((?: {10}.*\n)+)|(.+)$)/gm)].map(
      ([, long, short]) => long ?? short ?? '',
    ),
  ),
  ...readFiles('dashboards').flatMap((text) => {
    const { panels, templating } = JSON.parse(text) as Dashboard;
    return [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...templating.list.flatMap(({ definition }) => definition ?? []),
    ];
  }),
];

const functions = new Set(['histogram_quantile', 'label_values', 'min_over_time', '__rate_interval']);

/** Names of the metrics that alert rules and dashboards ask for: every word with underscores that is no function. */
export const metricsAskedFor = (): string[] => {
  const words = expressions().flatMap((text) =>
    [...text.replaceAll(/"[^"]*"/g, ' ').matchAll(/\b_*[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([name]) => name),
  );
  return [...new Set(words)].filter((name) => !functions.has(name)).sort();
};
