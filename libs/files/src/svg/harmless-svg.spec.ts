import { expectBoundedWork } from '@parley/testing';
import { harmlessSvg, SvgTooComplexError } from './harmless-svg';

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const cleaned = async (source: string | Buffer, size = 65_536): Promise<string> => {
  const parts: Uint8Array[] = [];
  for await (const part of harmlessSvg(inChunks(Buffer.from(source), size))) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};
const inside = (markup: string): string => `<svg ${SVG}>${markup}</svg>`;

describe('an SVG image', () => {
  it.each([
    ['shapes', '<g fill="#f00" transform="scale(2)"><path d="M0 0h10v10z"></path></g>'],
    ['gradients', '<linearGradient id="a"><stop offset="0" stop-color="red"></stop></linearGradient>'],
    [
      'parts of itself',
      '<use xlink:href="#a" x="1"></use><rect fill="url(#a)" clip-path="url(\'#b\')"></rect>',
    ],
    ['pictures in it', '<image href="data:image/png;base64,iVBORw0KGgo=" width="1"></image>'],
    ['text', '<text x="1" font-family="\'Open Sans\', sans-serif">Größe &lt; 3 &amp; “ok”</text>'],
    ['styles', '<style>.a{fill:url(#g);stroke:#fff}@media print{.a{fill:red}}</style><g class="a"></g>'],
    ['fonts in it', '<style>@font-face{font-family:x;src:url(data:font/woff2;base64,AA==)}</style>'],
    ['filters', '<filter id="f"><feGaussianBlur stdDeviation="2"></feGaussianBlur></filter>'],
    ['movement', '<rect><animate attributeName="x" from="0" to="9" dur="1s"></animate></rect>'],
    ['space', '<text xml:space="preserve">  a\n b </text>'],
  ])('keeps %s', async (_, markup) => {
    // A double quote is written as a name wherever it stands.
    expect((await cleaned(inside(markup))).replaceAll('&quot;', '"')).toBe(inside(markup));
  });

  it.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script elsewhere', '<script xlink:href="https://evil.example/x.js"/>', ''],
    ['a script of CDATA', '<script><![CDATA[alert("</svg>")]]></script>', ''],
    [
      'a script in another namespace',
      '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
      '',
    ],
    ['a script of HTML', '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>', ''],
    ['a handler', '<g onclick="alert(1)" OnLoad="alert(1)" id="a"/>', '<g id="a"></g>'],
    [
      'a handler by XML events',
      '<handler type="text/javascript">alert(1)</handler><listener handler="#a"/>',
      '',
    ],
    ['a foreign document', '<foreignObject><body onload="alert(1)"><g/></body></foreignObject>', ''],
    ['a frame', '<iframe src="https://evil.example"/><embed src="x"/><object data="x"/>', ''],
    ['media', '<video href="x"/><audio href="x"><g/></audio>', ''],
    ['a link, not what is in it', '<a xlink:href="javascript:alert(1)"><text>x</text></a>', '<text>x</text>'],
    ['another image', '<use href="https://evil.example/a.svg#x"/>', '<use></use>'],
    ['an image as data', '<use href="data:image/svg+xml;base64,PHN2Zz4=#x"/>', '<use></use>'],
    ['a picture elsewhere', '<image xlink:href="http://evil.example/track.png"/>', '<image></image>'],
    ['a picture elsewhere in short', '<image href="//evil.example/track.png"/>', '<image></image>'],
    ['an SVG in an image', '<image href="data:image/svg+xml,&lt;svg/&gt;"/>', '<image></image>'],
    ['a filter that loads', '<filter><feImage href="https://evil.example"/></filter>', '<filter></filter>'],
    ['a paint elsewhere', '<g fill="url(https://evil.example/#a)"/>', '<g></g>'],
    ['a paint elsewhere beside an own one', '<g fill="url(#a) url(//evil.example)"/>', '<g></g>'],
    ['a style that loads', '<g style="background:url(//evil.example)"/>', '<g></g>'],
    ['a style that hides it', '<g style="background:u\\72l(//evil.example)"/>', '<g></g>'],
    [
      'a style that loads a set',
      '<g style="background:image-set(&quot;//evil.example&quot; 1x)"/>',
      '<g></g>',
    ],
    ['an import', '<style>@import "https://evil.example";</style>', '<style></style>'],
    ['an import in parts', '<style>@imp<!-- -->ort "//evil.example";</style>', '<style></style>'],
    [
      'an import behind a style in it',
      '<style><style>a</style>@import "//evil.example";</style>',
      '<style></style>',
    ],
    ['an import behind a shape in it', '<style>@im<g/>port "//evil.example";</style>', '<style></style>'],
    ['a font elsewhere', '<style>@font-face{src:url(//evil.example)}</style>', '<style></style>'],
    ['markup in a style', '<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>', '<style></style>'],
    ['a changed address', '<use><set attributeName="href" to="//evil.example"/></use>', '<use></use>'],
    [
      'an animated link',
      '<use><animate attributeName="xlink:href" values="javascript:x"/></use>',
      '<use></use>',
    ],
    ['a set handler', '<set attributeName="onmouseover" to="alert(1)"/>', ''],
    ['an unknown element with all in it', '<sodipodi:namedview><g/></sodipodi:namedview><g/>', '<g></g>'],
    ['notes', '<metadata><rdf:RDF>x</rdf:RDF></metadata><!-- made by hand -->', ''],
    ['another base', '<g xml:base="https://evil.example/"/>', '<g></g>'],
    ['what was not closed', '<g><script>alert(1)', '<g></g>'],
  ])('loses %s', async (_, markup, left) => {
    const result = await cleaned(inside(markup));
    expect(result).toBe(inside(left));
    expect(await cleaned(result)).toBe(result);
  });

  it('loses what stands around it: style sheets, entities, a second root', async () => {
    const source = `<?xml version="1.0" encoding="UTF-8"?>
      <?xml-stylesheet href="https://evil.example/x.css"?>
      <!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>"><!ENTITY b SYSTEM "file:///etc/passwd">]>
      <svg xmlns="&ns_svg;" xmlns:xlink="javascript:alert(1)" onload="alert(1)"><text>&a;&b;</text></svg>
      <svg><script>alert(1)</script></svg><html/>`;
    expect(await cleaned(source)).toBe(inside('<text>&amp;a;&amp;b;</text>'));
  });

  it('is the same wherever it is cut into chunks, and whatever its encoding', async () => {
    const markup =
      '<g id="ä“"><script>alert("é")</script><text>Größe 😀</text><style>.é{fill:red}</style></g>';
    const whole = await cleaned(inside(markup));
    for (const size of [1, 2, 3, 7, 300]) expect(await cleaned(inside(markup), size)).toBe(whole);
    const latin = Buffer.from(
      `<?xml version='1.0' encoding='ISO-8859-1'?>${inside('<text>Größe</text>')}`,
      'latin1',
    );
    expect(await cleaned(latin)).toBe(inside('<text>Größe</text>'));
    const odd = `<?xml version="1.0" encoding="x-nothing"?>${inside('<text>Größe</text>')}`;
    expect(await cleaned(odd)).toBe(inside('<text>Größe</text>'));
  });

  it('of any size is never in memory as a whole', async () => {
    const shape = Buffer.from('<path d="M0 0h10v10z"/>'.repeat(2_000));
    let fed = 0;
    let most = 0;
    let got = 0;
    async function* large(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`<svg ${SVG}>`);
      for (; fed < 100; fed += 1) yield shape;
      yield Buffer.from('</svg>');
    }
    for await (const part of harmlessSvg(large())) {
      got += 1;
      most = Math.max(most, part.length);
    }
    // What comes out follows what goes in.
    expect(got).toBeGreaterThan(80);
    expect(most).toBeLessThan(4 * shape.length);
  });

  it('is refused when it is nested more than 256 deep or has a value of more than 16 MB', async () => {
    const nested = (depth: number) => inside(`${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}`);
    expect(await cleaned(nested(255))).toBe(nested(255));
    await expect(cleaned(nested(256))).rejects.toThrow(SvgTooComplexError);
    const picture = (size: number) =>
      inside(`<image href="data:image/png;base64,${'A'.repeat(size)}"></image>`);
    const large = picture(15 * 1024 * 1024);
    expect(await cleaned(large)).toBe(large);
    await expect(cleaned(picture(17 * 1024 * 1024))).rejects.toThrow(SvgTooComplexError);
  });

  it('is refused when an element has more than 1,000 attributes, before 200 ms of processor time', async () => {
    const many = (count: number) =>
      `<svg ${Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')}></svg>`;
    expect(await cleaned(many(1_000))).toBe(inside(''));
    await expect(cleaned(many(1_001))).rejects.toThrow(SvgTooComplexError);
    const worst = many(300_000);
    const refuse = () => cleaned(worst).catch(() => undefined);
    await expectBoundedWork(refuse);
  });

  it('leaves out a style of more than a megabyte', async () => {
    const style = (size: number) => inside(`<style>${'.a{}'.repeat(size / 4)}</style>`);
    expect(await cleaned(style(1_000_000))).toBe(style(1_000_000));
    expect(await cleaned(style(1_100_000))).toBe(inside('<style></style>'));
  });
});
