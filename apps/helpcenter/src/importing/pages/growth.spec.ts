import { expectLinearWork, textShapes } from '@parley/testing';
import { splitFrontMatter } from './front-matter';
import { prepareMarkdown } from './prepare-markdown';
import { rewriteHtml } from './rewrite-html';

const units = [
  ...textShapes,
  ':::note\n',
  '::: ',
  '# {#',
  '---\n',
  '<details>',
  '<summary>',
  '<h1>',
  '{% hint ',
];

it.each(units)('takes no more than its length of a page of %j', async (unit) => {
  await expectLinearWork(unit, 100_000, (text) => splitFrontMatter(`---\n${text}`));
  await expectLinearWork(unit, 100_000, (text) => prepareMarkdown(text, false));
  await expectLinearWork(unit, 100_000, (text) => rewriteHtml(text, 'https://archive.invalid/a.md'));
});
