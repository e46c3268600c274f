import { localUrl } from './public-address';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3200'],
  ['0.0.0.0', 'http://localhost:3200'],
  ['::', 'http://localhost:3200'],
  ['::1', 'http://[::1]:3200'],
  ['support.example.com', 'http://support.example.com:3200'],
])('a listener on %s is reached at %s', (host, address) => {
  expect(localUrl(host, 3200)).toBe(address);
});
