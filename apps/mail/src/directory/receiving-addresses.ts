import { comparableEmail } from '@parley/addresses';

/** The addresses of mailboxes that may get a mail to an address: its own, and that without a tag. */
export const receivingAddresses = (sent: string): string[] => {
  const address = comparableEmail(sent);
  return [...new Set([address, withoutTag(address)])];
};

/** `help@example.com` of `help+orders@example.com`. */
const withoutTag = (address: string): string => {
  const [plus, at] = [address.indexOf('+'), address.lastIndexOf('@')];
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
};
