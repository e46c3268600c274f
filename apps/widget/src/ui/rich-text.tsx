import { type ComponentChild, type VNode } from 'preact';
import { type RichText } from '../core/documents';

type Attributes = Record<string, unknown> | undefined;

const SAFE = /^(https?:|mailto:|tel:)/i;

/** An address that a link may have; undefined for any other, such as one that runs a script. */
export const safeHref = (href: unknown): string | undefined => {
  if (typeof href !== 'string') return undefined;
  try {
    const { protocol } = new URL(href);
    return SAFE.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
};

const Link = ({ href, children }: { href: unknown; children: ComponentChild }): VNode => {
  const safe = safeHref(href);
  if (safe === undefined) return <>{children}</>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
};

const marked = (child: ComponentChild, type: string, attrs: Attributes): ComponentChild => {
  switch (type) {
    case 'bold':
      return <strong>{child}</strong>;
    case 'italic':
      return <em>{child}</em>;
    case 'strike':
      return <s>{child}</s>;
    case 'underline':
      return <u>{child}</u>;
    case 'code':
      return <code>{child}</code>;
    case 'link':
      return <Link href={attrs?.['href']}>{child}</Link>;
    default:
      return child;
  }
};

/** Draws a rich-text document node by node: what is not named here shows its text and nothing else. */
export const Rich = ({ node }: { node: RichText }): VNode => {
  const { type = 'doc', text, attrs, marks = [], content = [] } = node;
  const inside = content.map((child, index) => <Rich key={index} node={child} />);
  switch (type) {
    case 'text':
      return (
        <>{marks.reduce<ComponentChild>((child, mark) => marked(child, mark.type, mark.attrs), text ?? '')}</>
      );
    case 'paragraph':
      return <p>{inside}</p>;
    case 'heading':
      return (
        <p>
          <strong>{inside}</strong>
        </p>
      );
    case 'hardBreak':
      return <br />;
    case 'bulletList':
      return <ul>{inside}</ul>;
    case 'orderedList':
      return <ol>{inside}</ol>;
    case 'listItem':
      return <li>{inside}</li>;
    case 'blockquote':
      return <blockquote>{inside}</blockquote>;
    case 'codeBlock':
      return <pre>{inside}</pre>;
    case 'horizontalRule':
      return <hr />;
    case 'image': {
      const href = safeHref(attrs?.['src']);
      // A link: the page's policy may forbid pictures of other hosts.
      return href === undefined ? <></> : <Link href={href}>{String(attrs?.['alt'] || href)}</Link>;
    }
    default:
      return <>{inside.length > 0 ? inside : (text ?? '')}</>;
  }
};
