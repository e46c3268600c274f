import { demoCollections } from './demo-collections';

/** Lists, tables, headings and quotes, which have a line for each part. */
const isPart = (line: string): boolean => /^\s*([-*|#>]|\d+\.)/.test(line);

it('a paragraph of a demo article is one line, because Markdown of articles keeps line breaks', () => {
  const broken = demoCollections
    .flatMap(({ articles }) => articles.flatMap(({ content }) => Object.values(content)))
    .flatMap((text) => text.split(/\n{2,}/))
    .filter((paragraph) => paragraph.split('\n').filter((line) => !isPart(line)).length > 1);
  expect(broken).toEqual([]);
});
