// Fails when a document links to a file that does not exist or names one, such as a test that moved, and when a page of rules names a
// test without its file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { at, root } from './paths.mjs';

// `[name](file#part)`, and `[name]: file` at the end of a document.
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)|^\[[^\]]+\]: (\S+)$/gm;

// `apps/tickets/src/service.ts`: a path from the root, without placeholders.
const NAMED = /`((?:apps|deploy|docs|libs|packages|proto)\/[\w./-]+)`/g;

// `[update-ticket]`: a test, with its file at the end of the page.
const TEST = /\[([a-z][\w.-]*)\](?![(:])/g;

const complain = (document, verb, target) => {
  console.error(`${document} ${verb} ${target}, which does not exist.`);
  process.exitCode = 1;
};

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');
for (const document of documents.filter((name) => existsSync(at(name)))) {
  const text = readFileSync(at(document), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  for (const [, inline, reference] of text.matchAll(LINK)) {
    const target = inline ?? reference;
    if (/^[a-z]+:/.test(target) || existsSync(resolve(root, dirname(document), target))) continue;
    complain(document, 'links to', target);
  }
  for (const [, target] of text.matchAll(NAMED))
    if (!existsSync(at(target))) complain(document, 'names', target);
  if (!document.startsWith('docs/rules/')) continue;
  for (const [named, test] of text.replaceAll(/`[^`]*`/g, '').matchAll(TEST))
    if (!text.includes(`\n${named}: `)) complain(document, 'names the file of', test);
}
