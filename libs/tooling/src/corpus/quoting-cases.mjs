// Mails with the text that should remain of them, as the repositories of others keep them in their tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const read = (...parts) => readFileSync(join(...parts), 'utf8');
const files = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
    : [];

/** discourse/email_reply_trimmer: a file for each mail, and one for its new text. */
const readTrimmer = (folder) =>
  files(join(folder, 'test/emails'), '.txt').flatMap((name) =>
    existsSync(join(folder, 'test/trimmed', name))
      ? [
          {
            name,
            text: read(folder, 'test/emails', name),
            expected: read(folder, 'test/trimmed', name),
          },
        ]
      : [],
  );

/** Texts in the tests of JavaScript and Ruby: the strings that a parsed mail is compared with. */
const unescapeText = (text) =>
  text
    .replaceAll(/\\\n/g, '')
    .replaceAll(/\\x([0-9a-f]{2})/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(n|t|.)/g, (_all, sign) => ({ n: '\n', t: '\t' })[sign] ?? sign);

/** crisp-oss/email-reply-parser: tests that compare the first fragment, or the visible text, with a whole text. */
const readCrisp = (folder) => {
  const source = read(folder, 'test/test.js');
  const common = unescapeText(/COMMON_FIRST_FRAGMENT = '((?:[^'\\]|\\[^])*)'/.exec(source)?.[1] ?? '');
  return source.split(/^export function /m).flatMap((test) => {
    const name = /get_email\("(\w+)"\)/.exec(test)?.[1];
    const [, constant, string] =
      /test\.equal\((?:(COMMON_FIRST_FRAGMENT), |"((?:[^"\\]|\\.)*)", email\.getVisibleText)/.exec(test) ??
      [];
    if (!name || (constant === undefined && string === undefined)) return [];
    const text = read(folder, 'test/fixtures', `${name}.txt`);
    return [{ name, text, expected: constant ? common : unescapeText(string) }];
  });
};

/** github/email_reply_parser: tests that compare a parsed mail with a whole text. */
const readGithub = (folder) => {
  const source = read(folder, 'test/email_reply_parser_test.rb');
  return source.split(/^ {2}def /m).flatMap((test) => {
    const name = /EMAIL_FIXTURE_PATH\.join\("([\w.]+)"\)/.exec(test)?.[1];
    const expected = /assert_equal "((?:[^"\\]|\\.)*)",\s*EmailReplyParser\.parse_reply\(body\)/.exec(
      test,
    )?.[1];
    return name && expected !== undefined
      ? [{ name, text: read(folder, 'test/emails', name), expected: unescapeText(expected) }]
      : [];
  });
};

const PYTHON_STRING =
  /u?(?:"""([^]*?)"""|'''([^]*?)'''|((?:'(?:[^'\\\n]|\\.)*'\s*\\?\s*)+)|"((?:[^"\\\n]|\\.)*)")/;

const pythonText = (match) => {
  const [, triple, single, joined, double] = match;
  if (joined !== undefined)
    return [...joined.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, part]) => unescapeText(part)).join('');
  return unescapeText(triple ?? single ?? double ?? '');
};

/** The value of an argument: a string, or a name that a string was assigned to. */
const pythonValue = (source, names) => {
  const text = source
    .trim()
    .replace(/^RE_(?:DOUBLE_)?WHITESPACE\.sub\(''\s*,\s*/, '')
    .trim();
  if (/^u?["']/.test(text)) {
    const match = new RegExp(`^${PYTHON_STRING.source}`).exec(text);
    // Strings side by side are one.
    return match && [...text.matchAll(new RegExp(PYTHON_STRING.source, 'g'))].map(pythonText).join('');
  }
  return names.get(/^\w+/.exec(text)?.[0] ?? '');
};

/** mailgun/talon: its tests in Python compare the rest of a text or of HTML, and its fixtures are mails and HTML. */
const readTalon = (folder) => {
  const cases = [];
  for (const file of ['text_quotations_test.py', 'html_quotations_test.py']) {
    for (const test of read(folder, 'tests', file).split(/^def /m).slice(1)) {
      const name = /^\w+/.exec(test)?.[0] ?? '';
      const names = new Map();
      const step = new RegExp(
        `(?:^|\\n) +(\\w+) = ${PYTHON_STRING.source}|eq_\\(([^]*?),\\s*(?:RE_(?:DOUBLE_)?WHITESPACE\\.sub\\(\\s*''\\s*,\\s*)?quotations\\.extract_from_(plain|html)\\(\\s*([^]*?)\\)\\)`,
        'g',
      );
      let count = 0;
      for (const match of test.matchAll(step)) {
        const [, assigned, , , , , expectedSource, kind, source] = match;
        if (assigned) {
          names.set(assigned, pythonText(match.slice(1)));
          continue;
        }
        const expected = pythonValue(expectedSource, names);
        const body = pythonValue(source.replace(/,$/, ''), names);
        if (expected === undefined || body === undefined || name.startsWith('_')) continue;
        count += 1;
        const label = `${name}${count > 1 ? `#${count}` : ''}`;
        cases.push(
          kind === 'html'
            ? { name: label, html: body, expectedHtml: expected }
            : { name: label, text: body, expected },
        );
      }
    }
  }
  const tests = read(folder, 'tests/text_quotations_test.py');
  for (const [, words] of tests.matchAll(/_check_pattern_original_message\(u?'([^']+)'\)/g))
    cases.push({
      name: `original ${words}`,
      text: `Test reply\n\n-----${words}-----\n\nTest`,
      expected: 'Test reply',
    });
  const standard = join(folder, 'tests/fixtures/standard_replies');
  for (const name of files(standard, '.eml')) {
    const reply = join(standard, name.replace('.eml', '_reply_text'));
    cases.push({
      name,
      mime: readFileSync(join(standard, name)),
      expected: existsSync(reply) ? readFileSync(reply, 'utf8') : 'Hello',
    });
  }
  const html = join(folder, 'tests/fixtures/html_replies');
  for (const name of files(html, '.html'))
    cases.push({ name, html: read(html, name), expected: 'Hi. I am fine.\n\nThanks,\nAlex' });
  for (const [name, expected] of [
    ['OLK_SRC_BODY_SECTION.html', 'Reply'],
    ['reply-separated-by-hr.html', 'Hi\nthere'],
  ])
    cases.push({ name, html: read(folder, 'tests/fixtures', name), expected });
  return cases;
};

const READERS = [
  ['test/trimmed', readTrimmer],
  ['test/test.js', readCrisp],
  ['test/email_reply_parser_test.rb', readGithub],
  ['tests/text_quotations_test.py', readTalon],
];

/** The quoting mails of a repository; none when it is none of those that are known. */
export const readQuotingCases = (folder) => {
  const [, reader] = READERS.find(([file]) => existsSync(join(folder, file))) ?? [];
  return reader ? { name: basename(folder), cases: reader(folder) } : undefined;
};
