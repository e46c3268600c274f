import { redact } from './redact';

const letters = 'a1B2'.repeat(12);

describe('secrets', () => {
  it.each([
    ['a private key block', `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n-----END RSA PRIVATE KEY-----`],
    ['a private key block without an end', `-----BEGIN PRIVATE KEY-----\n${letters}`],
    ['AKIA', `AKIA${'ABCD1234'.repeat(2)}`],
    ['ASIA', `ASIA${'ABCD1234'.repeat(2)}`],
    ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((start) => [start, start + letters.slice(0, 36)]),
    ['github_pat_', `github_pat_${letters}`],
    ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-'].map((start) => [start, `${start}1234-abcd`]),
    ...['sk_live_', 'sk_test_', 'rk_live_'].map((start) => [start, start + letters.slice(0, 16)]),
    ['whsec_', `whsec_${letters.slice(0, 20)}`],
    ['AIza', `AIza${letters.slice(0, 35)}`],
    ['sk-', `sk-${letters.slice(0, 20)}`],
    ['npm_', `npm_${letters.slice(0, 36)}`],
    ['psa_', `psa_${letters.slice(0, 20)}`],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r'],
  ])('%s becomes [redacted]', (_name, secret) => {
    expect(redact(`Use ${secret} here.`)).toMatch(/^Use \[redacted\]/);
    expect(redact(`Use ${secret} here.`)).not.toContain(secret.slice(-8));
  });

  it('are passwords in addresses, of which the rest stays', () => {
    expect(redact('postgres://ada:pa55w0rd@db.example:5432/x')).toBe(
      'postgres://ada:[redacted]@db.example:5432/x',
    );
  });

  it.each([
    'sk-short',
    'ghp_short',
    'task-force-of-twenty-seven-people',
    'https://example.com:8080/a@b',
    'AIza',
  ])('are none in %s', (text) => expect(redact(text)).toBe(text));
});
