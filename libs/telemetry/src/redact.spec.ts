import { redact } from './redact';

describe('redact', () => {
  it('reaches secrets in arrays and at 8 levels of depth', () => {
    const deep = {
      a: { b: { c: { d: { e: { f: { token: 'hunter2' } } } } } },
      list: [{ password: 'hunter2' }, 1],
    };
    expect(JSON.stringify(redact(deep))).not.toContain('hunter2');
    expect(redact(deep)).toMatchObject({ list: [{ password: '[redacted]' }, 1] });
  });

  it('leaves the given object as it is, and names that only contain such a word', () => {
    const given = { tokenId: 't1', statusCode: 404, headers: { cookie: 'hunter2' } };
    expect(redact(given)).toEqual({ tokenId: 't1', statusCode: 404, headers: { cookie: '[redacted]' } });
    expect(given.headers.cookie).toBe('hunter2');
  });

  it('ends on an object that contains itself', () => {
    const loop: Record<string, unknown> = { secret: 'hunter2' };
    loop['self'] = loop;
    expect(redact(loop)['secret']).toBe('[redacted]');
  });

  it('passes dates and errors through', () => {
    const given = { at: new Date(0), err: new Error('no') };
    expect(redact(given)).toBe(given);
  });
});
