import { newCode } from './verification-code';

it('makes codes of 6 digits, leading zeros kept', () => {
  const codes = Array.from({ length: 5_000 }, newCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});
