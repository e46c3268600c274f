import sanitizeHtml from 'sanitize-html';
import {
  MAX_HTML_BYTES,
  richTextFromHtml,
  richTextFromMarkdown,
  toHtml,
  toMarkdown,
  toPlainText,
  type RichText,
} from './index';

/** Vectors after the OWASP filter evasion list and known mutation attacks. */
const vectors = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://a.example/a.png" onerror="alert(1)" onload=alert(1)>',
  '<img src=javascript:alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src="https://a.example/&quot; onerror=&quot;alert(1)">',
  '<a href="javascript:alert(1)">click</a>',
  '<a href="JaVaScRiPt:alert(1)">click</a>',
  '<a href="&#106;avascript:alert(1)">click</a>',
  '<a href="java&Tab;script:alert(1)">click</a>',
  '<a href="jav&#x0A;ascript:alert(1)">click</a>',
  '<a href=" &#14; javascript:alert(1)">click</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">click</a>',
  '<a href="https://a.example" onmouseover="alert(1)" style="background:url(javascript:alert(1))">click</a>',
  '<a href="https://a.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">click</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<body onload=alert(1)>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<p style="text-align:center;background:url(javascript:alert(1))">x</p>',
  '<pre><code class="language-x&quot; onclick=alert(1)">x</code></pre>',
  '<span data-type="mention" data-id="1&quot; onclick=&quot;alert(1)" data-label="<script>alert(1)</script>"></span>',
  '<td colspan="1&quot; onclick=alert(1)">x</td>',
  '<ol start="1 onclick=alert(1)" type="javascript"><li>x</li></ol>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<textarea></textarea><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '</p></blockquote></td><script>alert(1)</script>',
  '\u0000<scr\u0000ipt>alert(1)</script>',
];

const policy: sanitizeHtml.IOptions = {
  allowedTags:
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code hr br img span table tbody tr td th strong em s u a input'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    p: ['style'],
    '*': [
      'data-type',
      'data-id',
      'data-label',
      'data-checked',
      'data-mention-suggestion-char',
      'class',
      'start',
      'type',
    ],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    input: ['type', 'disabled', 'checked'],
  },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right|justify)$/] } },
  allowedSchemesByTag: { a: ['http', 'https', 'mailto', 'tel'], img: ['http', 'https'] },
  allowProtocolRelative: false,
};

const everything: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
};

/** An independent judge: a sanitiser that allows just our vocabulary must find nothing to take away. */
const expectSafeHtml = (html: string): void =>
  expect(sanitizeHtml(html, policy)).toBe(sanitizeHtml(html, everything));
const expectSafe = (doc: RichText): void => expectSafeHtml(toHtml(doc));

it.each([
  '<p onclick="x">a</p>',
  '<script>x</script>',
  '<a href="javascript:x">a</a>',
  '<p style="color:red">a</p>',
])('has a judge that finds %s', (html) => expect(() => expectSafeHtml(html)).toThrow());

describe.each(vectors)('the vector %j', (vector) => {
  it('does nothing as HTML', () => {
    const doc = richTextFromHtml(`<div>before ${vector} after</div>`);
    expectSafe(doc);
    expect(JSON.stringify(doc)).not.toMatch(/"href":"\s*(javascript|data)|"on[a-z]+":/i);
  });

  it('does nothing as a text, in a document or in Markdown', () => {
    const text = vector.replaceAll('\0', '');
    const doc: RichText = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    };
    expectSafe(doc);
    expectSafe(richTextFromMarkdown(vector));
    expectSafe(richTextFromMarkdown(`[x](${vector}) ![x](${vector}) [x]: ${vector}`));
    // A reader of Markdown that lets HTML through must not find any in ours.
    expect(toMarkdown(doc)).not.toMatch(/(?<!\\)<[a-z/!?]/i);
    expect(toPlainText(doc)).toBe(text);
  });

  it('does nothing as the value of an attribute of a stored document', () => {
    expectSafe({
      type: 'doc',
      content: [
        { type: 'image', attrs: { src: vector, alt: vector, onerror: vector } },
        {
          type: 'image',
          attrs: { src: 'https://a.example/a.png', alt: vector, title: vector, width: vector },
        },
        { type: 'codeBlock', attrs: { language: vector }, content: [{ type: 'text', text: vector }] },
        { type: vector, attrs: { [vector]: vector } },
        {
          type: 'paragraph',
          attrs: { textAlign: vector },
          content: [
            { type: 'mention', attrs: { id: vector, label: vector } },
            {
              type: 'text',
              text: vector,
              marks: [{ type: 'link', attrs: { href: vector } }, { type: vector }],
            },
            {
              type: 'text',
              text: vector,
              marks: [{ type: 'link', attrs: { href: `https://a.example/${vector}`, title: vector } }],
            },
          ],
        },
      ],
    });
  });
});

it('keeps the text of a refused Markdown link', () => {
  expect(toPlainText(richTextFromMarkdown('see [this](javascript:alert(1)) now'))).toBe('see this now');
});

describe('hostile sizes', () => {
  it('answers invalid for 10,000 open elements and tooLarge above 2 MiB', () => {
    expect(() => richTextFromHtml('<b>'.repeat(10_000))).toThrow('more than 1000 elements');
    expect(() => richTextFromHtml('<!--' + 'x'.repeat(MAX_HTML_BYTES))).toThrow('at most');
  });

  it('flattens 900 levels of quotes, lists and tables', () => {
    for (const [open, close] of [
      ['<blockquote>', '</blockquote>'],
      ['<ul><li>', '</li></ul>'],
      ['<ul>', '</ul>'],
      ['<table>', '</table>'],
      ['<table><tr><td>', '</td></tr></table>'],
    ]) {
      const levels = 900 / (open?.split('<').length ?? 1);
      const doc = richTextFromHtml(`${open?.repeat(levels)}deep${close?.repeat(levels)}<p>after</p>`);
      expect(toPlainText(doc).trim()).toMatch(/deep\nafter$/);
    }
  });

  it('reads 200 KB of the worst Markdown and 2 MB of the worst HTML', () => {
    const markdown = ['*a ', '[', '![', '> ', '`', '<', '- ', '|', '\\', '[a](', '~~a ', '_a'];
    for (const part of markdown) {
      const source = part.repeat(20_000 / part.length);
      expect(toPlainText(richTextFromMarkdown(source)).length).toBeGreaterThanOrEqual(0);
    }
    for (const part of ['</b>', '<p>', '<br>', '&amp;', '<a', '<!--', '<li>', '<td>', ' ', '\n']) {
      let answer: unknown;
      try {
        answer = richTextFromHtml(part.repeat(MAX_HTML_BYTES / part.length / 4)).type;
      } catch (error) {
        answer = (error as { kind?: string }).kind;
      }
      expect(['doc', 'invalid', 'tooLarge']).toContain(answer);
    }
  });
});
