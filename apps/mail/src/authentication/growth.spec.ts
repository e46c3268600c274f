import { expectLinearWork } from '@parley/testing';
import { authenticate } from './authenticate';

// The discard port: every query fails at once.
const settings = { dnsServers: ['127.0.0.1:9'], name: 'mx.host.example' };
const client = { address: '127.0.0.1', helo: 'a.example', mailFrom: 'a@b.example' };
const verify = (text: string) => authenticate(settings, Buffer.from(text), client);

const sign = (canonicalization: string): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=${canonicalization}; d=b.example; s=x; h=from; bh=YQ==; b=YQ==`;
const FROM = 'From: a@b.example\r\n';

it.each(['\r\n', '\n', ' \r\n', 'word ', ' ', '\t\r\n', '\r', `${'word '.repeat(14)}\r\n`])(
  'takes no more than its length of a body of %j',
  async (unit) => {
    for (const canonicalization of ['relaxed/relaxed', 'simple/simple'])
      await expectLinearWork(
        unit,
        2_000_000,
        (body) => verify(`${FROM}${sign(canonicalization)}\r\n\r\n${body}x`),
        2_000,
      );
  },
);

it.each([
  '<',
  '(',
  '"\\',
  'a@b.example,',
  'g:a@b.example;',
  'a.',
  '\r\n ',
  '; ',
  ';a*0*=b',
  '=?utf-8?Q?',
  ' a@b.example\r\nFrom: ',
  'a\r\nX: ',
  `a\r\n${sign('relaxed/relaxed')}\r\nX: `,
])('takes no more than its length of a header of %j', async (unit) => {
  for (const name of ['From', 'DKIM-Signature', 'Content-Type', 'ARC-Seal'])
    for (const most of [60_000, 500_000])
      await expectLinearWork(
        unit,
        most,
        (value) => verify(`${FROM}${name}: ${value}\r\n${sign('simple/simple')}\r\n\r\nbody\r\n`),
        2_000,
      );
});
