import type { Parley } from '@parley/client';
import type { VNode } from 'preact';
import { current, say, type TextKey } from '../core';
import { useAnswer } from '../ui';
import { type Item, showItem } from './lookup-items';
import { Answered, Section } from './section';

/** The systems that contacts are looked up in, by the name of their integration. */
const systems: readonly {
  id: string;
  name: string;
  ask: (parley: Parley, contactId: string) => Promise<object>;
}[] = [
  { id: 'stripe', name: 'Stripe', ask: ({ sessions }, id) => sessions.stripe(id) },
  { id: 'chargebee', name: 'Chargebee', ask: ({ sessions }, id) => sessions.chargebee(id) },
  { id: 'lemonsqueezy', name: 'Lemon Squeezy', ask: ({ sessions }, id) => sessions.lemonsqueezy(id) },
  { id: 'shopify', name: 'Shopify', ask: ({ sessions }, id) => sessions.shopify(id) },
];

/** Kinds of items, in the order in which they show. */
const kinds = ['orders', 'subscriptions', 'charges', 'invoices'] as const;
/** Most items of a kind that show. */
const SHOWN = 10;

const Items = ({ provider, items }: { provider: string; items: readonly Item[] }): VNode => (
  <ul class="plain-list">
    {items.slice(0, SHOWN).map((item, index) => {
      const { title, facts } = showItem(provider, item);
      return (
        <li key={index}>
          <span dir="auto">{title}</span> <span class="quiet">{facts.join(' · ')}</span>
        </li>
      );
    })}
  </ul>
);

const Lookup = ({ provider, ask }: { provider: string; ask: () => Promise<object> }): VNode => (
  <Answered answer={useAnswer(ask, provider)}>
    {(found) => {
      const answer = found as Record<string, unknown>;
      const customer = answer['customer'] as Item | undefined;
      const lists = kinds
        .map((kind) => [kind, (answer[kind] ?? []) as readonly Item[]] as const)
        .filter(([, items]) => items.length > 0);
      if (!customer && lists.length === 0) return <p class="hint">{say('lookup.none')}</p>;
      return (
        <>
          {customer && <Items provider={provider} items={[customer]} />}
          {lists.map(([kind, items]) => (
            <div key={kind}>
              <h3>{say(`lookup.${kind}` as TextKey)}</h3>
              <Items provider={provider} items={items} />
            </div>
          ))}
        </>
      );
    }}
  </Answered>
);

/** A section for each shop and billing system that the project has. */
export const Lookups = ({ contactId }: { contactId: string }): VNode => {
  const { project, parley } = current();
  const here = systems.filter(({ id }) => project.integrations?.[id] !== undefined);
  return (
    <>
      {here.map(({ id, name, ask }) => (
        <Section key={id} id={id} title={name}>
          <Lookup provider={id} ask={() => ask(parley, contactId)} />
        </Section>
      ))}
    </>
  );
};
