import { isAllowedOrigin } from './allowed-domain';

describe('isAllowedOrigin', () => {
  it('allows all where no domains are named', () => {
    for (const origin of ['https://shop.example', undefined, 'nonsense'])
      expect(isAllowedOrigin([], origin)).toBe(true);
  });

  it.each([
    ['https://shop.example', true],
    ['https://www.shop.example:8443', true],
    ['https://SHOP.example', true],
    ['https://myshop.example', false],
    ['https://shop.example.evil.example', false],
    ['null', false],
    [undefined, false],
  ])('answers for %s among shop.example and *.Other.example: %s', (origin, isAllowed) => {
    expect(isAllowedOrigin([' shop.example ', '*.Other.example'], origin)).toBe(isAllowed);
    expect(isAllowedOrigin([' '], origin)).toBe(false);
  });

  it('means the same by *. before a domain', () => {
    expect(isAllowedOrigin(['*.other.example'], 'https://other.example')).toBe(true);
  });
});
