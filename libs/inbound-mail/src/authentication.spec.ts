import { readAuthenticationResults } from './authentication';

const read = (values: string[], trusted = ['mx.host.example']) =>
  readAuthenticationResults({ header: (name) => (name === 'authentication-results' ? values : []) }, trusted);
const genuine = { spf: 'pass', dkim: 'pass', dmarc: 'pass', isForged: false };

it.each([
  [
    'mx.host.example;\r\n dkim=pass header.i=@shop.example header.s=a header.b=Ab12;\r\n spf=pass (mx.host.example: domain of mia@shop.example designates 198.51.100.7 as permitted sender) smtp.mailfrom=mia@shop.example;\r\n dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=shop.example',
    genuine,
  ],
  ['MX.Host.example 1; spf=pass; dkim=fail; dkim=pass; dmarc=pass', genuine],
  [
    'mx.host.example; spf=softfail smtp.mailfrom=a@b.example; dkim=none; dmarc=fail (p=QUARANTINE sp=NONE) header.from=b.example',
    { spf: 'fail', dkim: 'none', dmarc: 'fail', isForged: true },
  ],
  [
    'mx.host.example; dmarc=fail action=oreject header.from=b.example',
    { spf: 'none', dkim: 'none', dmarc: 'fail', isForged: true },
  ],
  [
    'mx.host.example; dmarc=fail policy.dmarc=reject; spf=temperror; dkim=permerror',
    { spf: 'error', dkim: 'error', dmarc: 'fail', isForged: true },
  ],
  [
    'mx.host.example; dmarc=fail (p=NONE dis=NONE) header.from=b.example; spf=neutral; dkim=policy',
    { spf: 'none', dkim: 'fail', dmarc: 'fail', isForged: false },
  ],
  ['mx.host.example; none', { spf: 'none', dkim: 'none', dmarc: 'none', isForged: false }],
])('reads what a trusted server says: %#', (value, expected) => {
  expect(read([value])).toEqual(expected);
});

it.each([
  ['no header', []],
  ['another server', ['mx.other.example; dmarc=pass']],
  ['a trusted one below another', ['mx.other.example; dmarc=fail', 'mx.host.example; dmarc=pass']],
  ['no server', ['spf=pass; dkim=pass; dmarc=pass']],
])('reads nothing of %s', (_, values) => {
  expect(read(values)).toBeUndefined();
});

it('reads nothing when no server is trusted', () => {
  expect(read(['mx.host.example; dmarc=pass'], [])).toBeUndefined();
  expect(read(['; dmarc=pass'], [])).toBeUndefined();
});
