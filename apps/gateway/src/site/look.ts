import { isObject } from '@parley/json';
import type { SiteProject } from './view';

/** Fonts that readers have, by the names that settings use: none is loaded. */
export const fontStacks = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  rounded: 'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Nunito,Verdana,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype",Georgia,"Noto Serif",serif',
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace',
} as const;

/** A link of the header or the footer. */
export interface SiteLink {
  title: string;
  url: string;
}

/** The help center settings that visitors see, as far as the site shows them. */
export interface Look {
  title?: Record<string, string>;
  headline?: Record<string, string>;
  logoUrl?: string;
  faviconUrl?: string;
  color?: string;
  headerLinks: readonly SiteLink[];
  footerLinks: readonly SiteLink[];
  contactUrl?: string;
  ogImageUrl?: string;
  loginUrl?: string;
  hideBranding?: boolean;
  theme?: {
    mode?: 'light' | 'dark' | 'system';
    background?: string;
    text?: string;
    link?: string;
    font?: keyof typeof fontStacks;
    radius?: number;
  };
}

/**
 * The look of a help center. The workspace checks each setting when it is stored; those that it checks only since a later version are
 * checked here too, because older values may be stored.
 */
export const readLook = ({ helpcenter }: Pick<SiteProject, 'helpcenter'>): Look => {
  const { theme, headerLinks, links, footerLinks, contactUrl, ogImageUrl, loginUrl, ...checked } = helpcenter;
  return {
    ...checked,
    headerLinks: readLinks(headerLinks ?? links),
    footerLinks: readLinks(footerLinks),
    ...(isAddress(contactUrl) && { contactUrl }),
    ...(isAddress(ogImageUrl) && { ogImageUrl }),
    ...(isLoginAddress(loginUrl) && { loginUrl }),
    theme: readTheme(theme),
  };
};

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:\/\/|mailto:)/i.test(value);

const isLoginAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https:/i.test(value) && URL.canParse(value);

const readLinks = (value: unknown): SiteLink[] =>
  Array.isArray(value)
    ? value.filter(
        (link: unknown): link is SiteLink =>
          isObject(link) && typeof link['title'] === 'string' && isAddress(link['url']),
      )
    : [];

const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

const readTheme = (value: unknown): NonNullable<Look['theme']> => {
  const { mode, background, text, link, font, radius } = isObject(value) ? value : {};
  return {
    ...((mode === 'light' || mode === 'dark') && { mode }),
    ...(isColor(background) && { background }),
    ...(isColor(text) && { text }),
    ...(isColor(link) && { link }),
    ...(typeof font === 'string' &&
      Object.hasOwn(fontStacks, font) && { font: font as keyof typeof fontStacks }),
    ...(Number.isInteger(radius) && { radius: radius as number }),
  };
};
