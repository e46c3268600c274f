// `npm run corpus -- <folder> [--all]`: reads the mails of other projects' tests, checked out below the folder, and counts how many
// read as they should. With `--all` it names those that do not.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeHTML } from 'entities';
import { ensureBuilt, ensureInstalled } from '../setup.mjs';
import { loadTypescript } from '../load-typescript.mjs';
import { judge } from './judge.mjs';
import { readMimeCases } from './mime-cases.mjs';
import { readQuotingCases } from './quoting-cases.mjs';
import { readReportCases } from './report-cases.mjs';

ensureInstalled();
ensureBuilt();
const [folder, ...flags] = process.argv.slice(2);
if (!folder) {
  console.error('npm run corpus -- <folder of checked-out repositories> [--all]');
  process.exit(2);
}
const { readEmail, readEmailBody } = await loadTypescript('libs/inbound-mail/src/index.ts');

/** An answer with a body, as it travels. */
const buildAnswer = (type, body) =>
  Buffer.from(
    `From: a@example.com\r\nSubject: Re: x\r\nIn-Reply-To: <x@example.com>\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${body}`,
  );

const tags = (html) =>
  html
    .replaceAll(/<head>[^]*?<\/head>|<style[^]*?<\/style>/gi, '')
    .replaceAll(/<(?:\/?(?:div|p|br|blockquote|body|html|hr)|br)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#160|nbsp);/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

/** The text that is shown of a mail. Tests of others hand in answers without the headers of one. */
const readShown = async ({ mime, html, text }) => {
  const email = await readEmail(mime ?? buildAnswer(html === undefined ? 'plain' : 'html', html ?? text));
  // Tests of whole mails compare the rest of their text.
  const bodies = mime ? email.bodies.map((body) => ({ text: body.text })) : email.bodies;
  return (await readEmailBody({ ...email, bodies, references: ['x@example.com'] })).text;
};

const measure = async ({ name, cases }) => {
  const counts = { equal: 0, near: 0, long: 0, hidden: 0 };
  for (const one of cases) {
    const expected = one.expected ?? tags(one.expectedHtml);
    const shown = await readShown(one);
    const { verdict, missing, extra } = judge(shown, expected);
    counts[verdict] += 1;
    if (flags.includes('--all') && (verdict === 'long' || verdict === 'hidden'))
      console.log(
        `  ${verdict}: ${one.name}: ${JSON.stringify((missing ?? extra).slice(0, 4)).slice(0, 300)}`,
      );
  }
  const { equal, near, hidden } = counts;
  console.log(
    `${name}: ${equal + near} of ${cases.length} equal (${equal}) or near (${near}); new words hidden: ${hidden}`,
  );
};

/** Share of the words that another reader finds with which a mail is read alike. */
const NEAR = 0.95;

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

const readWords = async ({ mime }) => {
  const email = await readEmail(mime);
  const { text, quotedText = '', whole } = await readEmailBody(email);
  // What another reader shows may be a file here, such as the parts of a report.
  const files = email.parts
    .filter(({ type }) => /^(?:text|message)\//.test(type))
    .map(({ content }) => Buffer.from(content).toString());
  const large = whole ? [decodeHTML(tags(Buffer.from(whole.content).toString()))] : [];
  return { found: new Set(words([text, quotedText, ...files, ...large].join('\n'))) };
};

const measureMime = async ({ name, cases }) => {
  let [read, alike] = [0, 0];
  for (const one of cases) {
    const expected = words(one.html === undefined ? one.text : decodeHTML(tags(one.html)));
    const { found, error } = await readWords(one).catch((thrown) => ({ error: thrown }));
    if (found) read += 1;
    const known = expected.filter((word) => found?.has(word)).length;
    if (found && known >= expected.length * NEAR) alike += 1;
    else if (flags.includes('--all'))
      console.log(
        `  ${one.name}: ${known} of ${expected.length} words; ${error?.message ?? ''} ${expected.filter((word) => !found?.has(word)).slice(0, 8)}`,
      );
  }
  console.log(
    `${name}: ${alike} of ${cases.length} mails with the words that mailparser reads; ${read} read at all`,
  );
};

/** Counts the reports in which a recipient is found, and the other mails that are taken for one. */
const measureReports = async ({ name, reports, others }) => {
  const isRecognised = async (mime) => (await readEmail(mime)).report !== undefined;
  let [recognised, wrong] = [0, 0];
  for (const one of reports) {
    if (await isRecognised(one.mime)) recognised += 1;
    else if (flags.includes('--all')) console.log(`  ${one.name}`);
  }
  for (const one of others) if (await isRecognised(one.mime)) wrong += 1;
  console.log(
    `${name}: ${recognised} of ${reports.length} reports recognised; ${wrong} of ${others.length} other mails`,
  );
};

const root = resolve(folder);
for (const name of readdirSync(root).sort()) {
  const reports = readReportCases(join(root, name));
  if (reports) {
    await measureReports(reports);
    continue;
  }
  const quoting = readQuotingCases(join(root, name));
  await (quoting ? measure(quoting) : measureMime(await readMimeCases(join(root, name))));
}
