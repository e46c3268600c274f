import { readMarkdown, toMailText } from '.';

const fromMarkdown = async (text: string): Promise<string> => toMailText(await readMarkdown(text));

describe('the text part of a mail', () => {
  it.each([
    ['[here](https://shop.example/a) it is', 'here (https://shop.example/a) it is'],
    ['<https://shop.example/a>', 'https://shop.example/a'],
    ['[shop.example](https://shop.example/)', 'shop.example'],
    ['[a **bold** link](https://shop.example)', 'a bold link (https://shop.example)'],
    ['[write](mailto:help@shop.example)', 'write (help@shop.example)'],
    ['![a parcel](https://shop.example/p.png)', '[picture: a parcel]'],
    ['one\n\ntwo', 'one\n\ntwo'],
    ['- a\n- b\n  - c', '- a\n- b\n  - c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['> quoted\n>\n> more\n\nanswer', '> quoted\n>\n> more\n\nanswer'],
    ['> - a', '> - a'],
    ['# Title\n\nText', 'Title\n\nText'],
    ['```\na\nb\n```', 'a\nb'],
    ['| a | b |\n| - | - |\n| 1 | 2 |', 'a | b\n1 | 2'],
    ['a\n\n---\n\nb', 'a\n\n----------\n\nb'],
  ])('of %j is %j', async (markdown, text) => expect(await fromMarkdown(markdown)).toBe(text));
});
