import { redactCode } from './repository-secrets';

describe('secrets behind names', () => {
  test.each([
    ['password = "hunter2hunter2"', 'password = "[redacted]"'],
    ["DB_PASSWD='abc12345'", "DB_PASSWD='[redacted]'"],
    ['pwd: s3cretvalue', 'pwd: [redacted]'],
    ['"clientSecret": "a1b2c3d4e5",', '"clientSecret": "[redacted]",'],
    ['GITHUB_TOKEN=abcdef123456', 'GITHUB_TOKEN=[redacted]'],
    ['apiKey: `k3yk3yk3y`', 'apiKey: `[redacted]`'],
    ['api-key=12345678a;', 'api-key=[redacted];'],
    ['API KEY: 12345678a', 'API KEY: [redacted]'],
    ['aws_access_key_id = X1X2X3X4', 'aws_access_key_id = [redacted]'],
    ['accessKey := "abcd1234"', 'accessKey := "[redacted]"'],
  ])('%s', (text, expected) => {
    expect(redactCode(text)).toBe(expected);
  });

  test.each([
    ['fewer than 8 characters', 'password = "abc1234"'],
    ['no digit', 'password = "correcthorse"'],
    ['no letter', 'token: 1234567890'],
    ['another name', 'colour = "a1b2c3d4e5"'],
    ['prose', 'The password has 12 characters at least.'],
  ])('%s stays', (_reason, text) => {
    expect(redactCode(text)).toBe(text);
  });

  test('long lines are quick', () => {
    const text = `${'a'.repeat(200_000)} ${'token'.repeat(20_000)}`;
    expect(redactCode(text)).toBe(text);
  });
});
