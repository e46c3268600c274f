import { normalizeRichText, richTextFromHtml, richTextFromMarkdown, toHtml, toMarkdown } from './index';
it('probe', () => {
  const md='# Hi #\n\npara **bold *it*** `co|de` [l](https://a.b/c_(d) "t") [bad](javascript:alert(1)) <b>x</b>\\\nnext\n\n- a\n  - b\n- c\n\n3. x\n4. y\n\n- [ ] t\n- [x] u\n\n> q\n> > r\n\n```js\nlet a = 1;\n\n\n```\n\n| a | b |\n|---|---|\n| 1 | 2\\|3 |\n\n![alt](https://i/j.png)\n\n---\n';
  const d=richTextFromMarkdown(md);
  console.log(JSON.stringify(d,null,1)); console.log(toHtml(d)); console.log(toMarkdown(d));
  expect(richTextFromHtml(toHtml(d))).toEqual(d);
  expect(richTextFromMarkdown(toMarkdown(d))).toEqual(d);
  expect(normalizeRichText(d,'c')).toBe(d);
});
