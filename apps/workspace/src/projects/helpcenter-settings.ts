import { comparableDomain } from '@parley/addresses';
import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import { isIP } from 'node:net';
import {
  type Check,
  color,
  flag,
  isText,
  isWebAddress,
  localised,
  mergeSettings,
  oneOf,
  rule,
  type Settings,
  type SettingsCheckContext,
  webAddress,
} from './settings-checks';

const MAX_LINKS = 20;
const SLUG = /^[a-z0-9-]{3,60}$/;
const MAIL = /^mailto:[^\s@?&%<>"'\\]+@[\w.-]+$/i;
const MAX_MAIL = 320;
const HOST_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host name of at least two labels: neither an address nor a name that only the own network knows. */
const isHostName = (host: string): boolean => {
  const labels = host.split('.');
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    isIP(host) === 0 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

const customDomain: Check = (value, field, { platformHost }) => {
  const host = typeof value === 'string' ? comparableDomain(value) : '';
  if (!isHostName(host)) {
    const message = 'must be a host name such as help.example.com, without scheme, port and path';
    return { problems: [{ field, message }] };
  }
  // Its pages would take the place of the platform's own.
  if (host === platformHost) return { problems: [{ field, message: 'is the host of the platform itself' }] };
  return { value: host };
};

const links: Check = (value, field) => {
  if (!Array.isArray(value) || value.length > MAX_LINKS) {
    return { problems: [{ field, message: `must be a list of at most ${MAX_LINKS} links` }] };
  }
  const problems = value.flatMap((link: unknown, index): FieldProblem[] => {
    const named = `${field}.${index}`;
    if (!isObject(link)) return [{ field: named, message: 'must be { title, url }' }];
    return [
      ...(isText(link['title'], 120)
        ? []
        : [{ field: `${named}.title`, message: 'must be a text of 1 to 120 characters' }]),
      ...(isWebAddress(link['url'])
        ? []
        : [{ field: `${named}.url`, message: 'must be an http or https address' }]),
    ];
  });
  if (problems.length > 0) return { problems };
  return { value: (value as Settings[]).map(({ title, url }) => ({ title, url })) };
};

/** Where readers find people: a page, or an address of mail. */
const contact = rule(
  (value) =>
    isWebAddress(value) || (typeof value === 'string' && value.length <= MAX_MAIL && MAIL.test(value)),
  'an http or https address, or mailto: and an e-mail address',
);

/** Where readers sign in at the customer's own server: their identity comes back through the browser, so it is encrypted. */
const loginAddress = rule(
  (value) => isWebAddress(value) && /^https:/i.test(value) && new URL(value).username === '',
  'an https address without a user name',
);

/** The largest radius of corners, in pixels. */
const MAX_RADIUS = 24;

const themeChecks = new Map<string, Check>([
  ['mode', oneOf('light', 'dark', 'system')],
  ['background', color],
  ['text', color],
  ['link', color],
  ['font', oneOf('system', 'humanist', 'rounded', 'serif', 'mono')],
  [
    'radius',
    rule(
      (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_RADIUS,
      `a whole number from 0 to ${MAX_RADIUS}`,
    ),
  ],
]);

/** The look of the site: each value is checked by its name. */
const theme: Check = (value, field, context) => {
  if (!isObject(value)) return { problems: [{ field, message: 'must be an object' }] };
  const problems = Object.entries(value).flatMap(([name, token]): FieldProblem[] => {
    const named = `${field}.${name}`;
    const check = themeChecks.get(name);
    if (!check) return [{ field: named, message: 'is no such setting' }];
    const checked = check(token, named, context);
    return 'problems' in checked ? checked.problems : [];
  });
  return problems.length > 0 ? { problems } : { value };
};

/** The settings that the platform acts on; others are kept as they are sent. */
const checks = new Map<string, Check>([
  ['enabled', flag],
  ['slug', rule((value) => typeof value === 'string' && SLUG.test(value), '3 to 60 of a-z, 0-9 and -')],
  ['customDomain', customDomain],
  ['title', localised(120)],
  ['headline', localised(300)],
  ['logoUrl', webAddress],
  ['faviconUrl', webAddress],
  ['color', color],
  ['links', links],
  ['headerLinks', links],
  ['footerLinks', links],
  ['contactUrl', contact],
  ['ogImageUrl', webAddress],
  ['theme', theme],
  ['hideBranding', flag],
  ['noindex', flag],
  ['access', oneOf('public', 'private')],
  ['loginUrl', loginAddress],
]);

/** Settings of a help center after a change, as {@link mergeSettings}. */
export const mergeHelpcenter = (
  stored: Settings | null,
  sent: Settings,
  context: SettingsCheckContext,
): Settings => mergeSettings({ name: 'helpcenter', checks, isOpen: true }, stored, sent, context);

/** The names by which a help center is found. */
export const readSiteNames = (
  helpcenter: Settings | null,
): { slug: string | null; customDomain: string | null } => {
  const { slug, customDomain: domain } = helpcenter ?? {};
  return {
    slug: typeof slug === 'string' ? slug : null,
    customDomain: typeof domain === 'string' ? domain : null,
  };
};
