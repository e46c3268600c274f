import type { ComponentChild, VNode } from 'preact';
import { Link, Linked } from './links';
import { Picture } from './picture';
import type { Say } from './say';

/** A node of rich text, as the API answers it. */
export interface RichNode {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: RichNode[];
}

type Attributes = Record<string, unknown> | undefined;

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

const Text = ({ text = '', marks = [] }: RichNode): VNode => {
  const isLink = marks.some(({ type }) => type === 'link');
  const plain: ComponentChild = isLink ? text : <Linked text={text} />;
  return <>{marks.reduce<ComponentChild>((child, { type, attrs }) => marked(child, type, attrs), plain)}</>;
};

/** The tag names of a node's elements that have only children. */
const tags: Readonly<Record<string, 'ul' | 'li' | 'blockquote' | 'tr' | 'td' | 'th' | 'p'>> = {
  paragraph: 'p',
  bulletList: 'ul',
  taskList: 'ul',
  listItem: 'li',
  taskItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
};

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Draws a rich-text document node by node; unknown nodes show only their text. */
export const Rich = ({ node, root, say }: { node: RichNode; root: string; say: Say }): VNode => {
  const { type = 'doc', text, attrs, content = [] } = node;
  const inside = content.map((child, index) => <Rich key={index} node={child} root={root} say={say} />);
  const Tag = tags[type];
  if (Tag) {
    const spans = {
      colSpan: asNumber(attrs?.['colspan']),
      rowSpan: asNumber(attrs?.['rowspan']),
    };
    return <Tag {...(type.startsWith('tableC') || type === 'tableHeader' ? spans : {})}>{inside}</Tag>;
  }
  switch (type) {
    case 'text':
      return <Text {...node} />;
    case 'heading':
      return (
        <p>
          <strong>{inside}</strong>
        </p>
      );
    case 'hardBreak':
      return <br />;
    case 'orderedList':
      return <ol start={asNumber(attrs?.['start'])}>{inside}</ol>;
    case 'codeBlock':
      return (
        <div class="wide" tabIndex={0}>
          <pre>{inside}</pre>
        </div>
      );
    case 'table':
      return (
        <div class="wide" tabIndex={0}>
          <table>
            <tbody>{inside}</tbody>
          </table>
        </div>
      );
    case 'horizontalRule':
      return <hr />;
    case 'image':
      return <Picture src={attrs?.['src']} name={attrs?.['alt']} root={root} say={say} />;
    case 'mention':
      return <>@{String(attrs?.['label'] ?? '')}</>;
    default:
      return <>{inside.length > 0 ? inside : (text ?? '')}</>;
  }
};
