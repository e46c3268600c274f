import { DomainError } from '@parley/errors';
import { markupAttacks } from '@parley/testing/markup-attacks';
import sanitizeHtml from 'sanitize-html';
import { sanitizeTemplate } from './sanitize-template';
import { allowed } from './template-policy';

const findRefusal = (template: string): string => {
  try {
    sanitizeTemplate(template);
    return 'taken';
  } catch (error) {
    return error instanceof DomainError ? error.reason : String(error);
  }
};

describe('a template with the vector', () => {
  it.each(markupAttacks)('%j is refused', (vector) => {
    expect(findRefusal(vector)).toBe('UNSAFE_TEMPLATE');
    expect(findRefusal(`<div class="card"><h3>{{title}}</h3>${vector}`)).toBe('UNSAFE_TEMPLATE');
  });
});

describe('what the sanitiser alone makes of the attacks', () => {
  // The second line: should a vector ever pass the first, what would be shown is still harmless.
  it.each(markupAttacks)('%j has nothing that runs', (vector) => {
    const shown = sanitizeHtml(vector, allowed);
    expect(shown).not.toMatch(/<(script|style|iframe|svg|math|form|object|embed|link|meta|base|template)\b/i);
    const bare = shown.replace(/"[^"]*"/g, '""');
    expect(bare).not.toMatch(/<[^>]*\s(on\w+|srcdoc|formaction|action|background)\s*=/i);
    expect(shown).not.toMatch(
      /<[^>]*(href|src)\s*=\s*["']?[\s\p{C}]*(javascript|vbscript|data|blob|feed):/iu,
    );
    expect(shown).not.toMatch(/<[^>]*style="[^"]*(url\(|expression|binding|behavior)/i);
  });
});

describe('a harmless template', () => {
  it.each([
    '<h3>{{title}}</h3>',
    'plain text with {{ first.name }} and {{items.0.price}}',
    '<ul>{{#each items}}<li class="item {{this.state}}">{{@index}}: {{this.label}}</li>{{/each}}</ul>',
    '{{#if open}}<p>open</p>{{else}}<p>closed</p>{{/if}}{{^open}}<p>x</p>{{/open}}',
    '<p>{{ price | currency }} – {{ formatDate date "short" }}</p>',
    '<a href="{{url}}">{{label}}</a>',
    '<a href="https://shop.example/orders/{{id}}?from={{ref}}#top">x</a>',
    '<a href="/orders/{{id}}">x</a>',
    '<a href="mailto:{{email}}">x</a><a href="tel:{{phone}}">y</a>',
    '<table class="t"><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">{{a}}</td></tr></tbody></table>',
    '<span role="img" aria-label="{{label}}" title="javascript: the good parts">x</span>',
    '<p>1 &lt; 2 &amp;&amp; onclick=alert(1) is text</p>',
    '<details open><summary>{{question}}</summary><p>{{answer}}</p></details>',
    '<progress value="{{done}}" max="100"></progress>',
    '<p>日本語 العربية 🎉</p>',
  ])('%j stays as it is', (template) => {
    const shown = sanitizeTemplate(template);
    expect(shown.replace(/ open=""/g, ' open')).toBe(template);
  });

  it.each([
    ['<img src="{{image}}" alt="{{title}}">', '<img src="{{image}}" alt="{{title}}" />'],
    ['<p><!-- a note -->x</p>', '<p>x</p>'],
    ['<order-card id="a" data-x="1" tabindex="0"><p id="b">x</p></order-card>', '<p>x</p>'],
    ['<p>unclosed', '<p>unclosed</p>'],
    ['1 < 2', '1 &lt; 2'],
    ['<button>{{label}}</button>', '<button type="button">{{label}}</button>'],
    ['<button type="submit">x</button>', '<button type="button">x</button>'],
    [
      '<a href="{{url}}" target="_top">x</a>',
      '<a href="{{url}}" target="_blank" rel="noopener noreferrer">x</a>',
    ],
    [
      '<div style="color: #333; padding: 4px 8px; position: fixed; z-index: 9999">x</div>',
      '<div style="color:#333;padding:4px 8px">x</div>',
    ],
  ])('%j is shown as %j', (template, shown) => {
    expect(sanitizeTemplate(template)).toBe(shown);
    expect(sanitizeTemplate(shown)).toBe(shown);
  });

  it('of 20,000 characters, nested deeply, takes no longer than others', () => {
    expect(sanitizeTemplate('<div>'.repeat(1_800)).length).toBe(1_800 * 11);
    expect(findRefusal('{{'.repeat(10_000))).toBe('UNSAFE_TEMPLATE');
    expect(findRefusal('<'.repeat(20_000))).toBe('taken');
  });
});
