import { expectBoundedWork } from '@parley/testing';
import { metaPolicies, policyAllowsFrame } from './frame-policy';

const frame = new URL('https://parley.example');
const page = new URL('https://shop.example/products');

it.each([
  ['', true],
  ["script-src 'none'", true],
  ["frame-ancestors 'none'", true],
  ["frame-src 'none'", false],
  ['frame-src', false],
  ["frame-src 'self'", false],
  ['frame-src *', true],
  ['frame-src https:', true],
  ['frame-src http:', true],
  ['frame-src data: blob:', false],
  ['frame-src https://parley.example', true],
  ['FRAME-SRC HTTPS://PARLEY.EXAMPLE', true],
  ['frame-src http://parley.example', true],
  ['frame-src parley.example', true],
  ['frame-src parley.example:443', true],
  ['frame-src parley.example:80', true],
  ['frame-src parley.example:8443', false],
  ['frame-src parley.example:*', true],
  ['frame-src parley.example/editor/', true],
  ['frame-src *.example', true],
  ['frame-src *.parley.example', false],
  ['frame-src https://*.example:443', true],
  ['frame-src *:443', true],
  ['frame-src xparley.example', false],
  ["frame-src 'nonce-abc' 'unsafe-inline'", false],
  ["child-src 'none'", false],
  ['child-src parley.example', true],
  ["default-src 'self'", false],
  ['default-src parley.example', true],
  ["default-src 'none'; frame-src parley.example", true],
  ["default-src 'none'; child-src parley.example", true],
  ["child-src parley.example; frame-src 'none'", false],
  ["frame-src parley.example; frame-src 'none'", true],
])('%j allows the frame: %s', (policy, expected) =>
  expect(policyAllowsFrame(policy, page, frame)).toBe(expected),
);

it('measures schemes and ports by page and frame', () => {
  const plain = new URL('http://parley.example:3000');
  expect(policyAllowsFrame('frame-src parley.example:3000', page, plain)).toBe(false);
  expect(policyAllowsFrame('frame-src parley.example:3000', new URL('http://shop.example'), plain)).toBe(
    true,
  );
  expect(policyAllowsFrame('frame-src parley.example', new URL('http://shop.example'), plain)).toBe(false);
  expect(policyAllowsFrame('frame-src https:', page, plain)).toBe(false);
  expect(policyAllowsFrame("frame-src 'self'", new URL('https://parley.example/x'), frame)).toBe(true);
  expect(policyAllowsFrame("frame-src 'self'", new URL('http://parley.example/x'), frame)).toBe(true);
  expect(policyAllowsFrame("frame-src 'self'", new URL('https://parley.example:8443/'), frame)).toBe(false);
});

const meta = (name: string, content: string) => `<meta http-equiv="${name}" content="${content}">`;

it.each([
  [`<head>${meta('Content-Security-Policy', "frame-src 'none'")}</head>`, ["frame-src 'none'"]],
  [`<HEAD><META CONTENT="a" HTTP-EQUIV="content-security-policy">`, ['a']],
  [`${meta('content-security-policy', 'a')}${meta('content-security-policy', 'b')}`, ['a', 'b']],
  [`<head></head><body>${meta('content-security-policy', 'a')}</body>`, []],
  [`<head><!-- ${meta('content-security-policy', 'a')} --></head>`, []],
  [`<head><noscript>${meta('content-security-policy', 'a')}</noscript></head>`, []],
  [`<head>${meta('content-security-policy-report-only', 'a')}</head>`, []],
  [`<head><script>'${meta('content-security-policy', 'a')}'</script></head>`, []],
  [`<head><meta name="description" content="a"></head>`, []],
  ['', []],
])('finds the policies of %s', (html, expected) => expect(metaPolicies(html)).toEqual(expected));

it.each([
  '<a><b>',
  '<svg>',
  '<meta>',
  '<meta http-equiv="content-security-policy" content="a">',
  '<',
  '<a b=',
])('reads 1 MB of %s in bounded time', async (unit) => {
  await expectBoundedWork(() => metaPolicies(unit.repeat(1_048_576 / unit.length)));
});
