// Fails when comments and documents of an area use more of the words below than `docs/words.json` allows. `docs/words.md` says what to
// write instead. `--record` lowers the figures to today's counts and never raises one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, root } from './paths.mjs';

const words = new RegExp(
  String.raw`\b(${[
    'tells?|told|tellers?|heirs?|whose|whoever|whom|nobody|somebody|anew|meanwhile|believed|reckons?',
    'is had|are had|looks? (?:at|for)|takes? (?:away|back)|by hand|one after the other',
    'what (?:is|was|has|does|it|a|an|the) [a-z]+',
  ].join('|')})\b`,
  'gi',
);
const recordFile = at('docs/words.json');

/** One area for each app and library, for the documents, and for all tests. */
const findArea = (file) => {
  if (/(^|\/)test\/|\.(spec|test)\.\w+$/.test(file)) return 'tests';
  const [top, name] = file.split('/');
  return ['apps', 'libs', 'packages'].includes(top) ? `${top}/${name}` : name ? top : 'root';
};

/** A file deleted in the working tree is still listed by git; the table of words has to use them. */
const isCounted = (file) => file !== 'docs/words.md' && existsSync(at(file));

/** Comments or a document, without code, addresses and names of links. */
const readProse = (file) => {
  const text = readFileSync(at(file), 'utf8');
  const comments = /(?<=^|\s)(?:\/\*[^]*?\*\/|\/\/ .*$)/gm;
  const prose = file.endsWith('.md') ? text : (text.match(comments) ?? []).join('\n');
  return prose.replaceAll(/`[^`\n]*`|\]\([^)\n]*\)|\[[\w./-]+\](?!\()/g, '');
};

const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.proto'], {
  cwd: root,
  encoding: 'utf8',
});
const counts = {};
for (const file of files.trim().split('\n').filter(isCounted)) {
  const area = findArea(file);
  counts[area] = (counts[area] ?? 0) + (readProse(file).match(words)?.length ?? 0);
}

const recorded = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
for (const [area, count] of Object.entries(counts).sort())
  if (count > (recorded[area] ?? 0)) {
    console.error(`${area} uses ${count} words that are read twice, ${recorded[area] ?? 0} are allowed.`);
    process.exitCode = 1;
  }
if (process.exitCode) console.error('Which words, and what to write instead: docs/words.md.');
if (process.argv.includes('--record')) {
  const lowered = Object.entries(counts).map(([area, count]) => [area, Math.min(count, recorded[area] ?? 0)]);
  const kept = lowered.filter(([, count]) => count > 0).sort();
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
