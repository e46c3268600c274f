/**
 * The path of an entry inside its archive; undefined for one that would lie elsewhere: an absolute path, one with `..`,
 * or one with a drive or a NUL.
 */
export const safePath = (name: string): string | undefined => {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  if (path === '' || path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0')) return undefined;
  return path.split('/').includes('..') ? undefined : path;
};
