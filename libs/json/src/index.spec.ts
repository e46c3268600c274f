import { isObject } from './index';

describe('isObject', () => {
  it.each([[{}], [{ name: 'Ada' }], [Object.create(null)]])('is true for an object: %j', (value) => {
    expect(isObject(value)).toBe(true);
  });
  it.each([[null], [undefined], [[]], [[{}]], ['text'], [0], [true]])(
    'is false for anything else: %j',
    (value) => {
      expect(isObject(value)).toBe(false);
    },
  );
});
