/** Whether browsers reach an address by https alone, so that its cookies are secure. */
export const isHttps = (address: string): boolean => address.startsWith('https:');

/** The values of the cookies with a name, in the order that they were sent. */
export const readCookies = (header: string | undefined, name: string): string[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
