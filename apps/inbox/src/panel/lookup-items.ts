import { fullTime, locale } from '../core';

/** A customer, an order, a subscription or a payment as a shop or a billing system answers it. */
export type Item = Readonly<Record<string, unknown>>;

/** An item as it shows. */
export interface ShownItem {
  title: string;
  facts: readonly string[];
}

/** Systems that give amounts in the smallest unit of a currency. */
const smallest = new Set(['stripe', 'chargebee', 'lemonsqueezy']);

const firstText = (item: Item, names: readonly string[]): string => {
  const found = names.map((name) => item[name]).find((value) => ['string', 'number'].includes(typeof value));
  return found === undefined ? '' : String(found);
};

const readMoney = (provider: string, item: Item): string => {
  const formatted = firstText(item, ['total_formatted']);
  if (formatted !== '') return formatted;
  const amount = Number(item['amount'] ?? item['total'] ?? item['total_price'] ?? item['plan_amount']);
  const currency = firstText(item, ['currency', 'currency_code']).toUpperCase();
  if (!Number.isFinite(amount) || !/^[A-Z]{3}$/.test(currency)) return '';
  const format = new Intl.NumberFormat(locale.value, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(smallest.has(provider) ? amount / 10 ** digits : amount);
};

const readTime = (item: Item): string => {
  const value = item['created_at'] ?? item['created'] ?? item['date'];
  const time = typeof value === 'number' ? value * 1000 : Date.parse(String(value));
  return Number.isFinite(time) ? fullTime(new Date(time).toISOString()) : '';
};

/** The name of a Shopify customer. */
const toPersonName = (item: Item): string =>
  [firstText(item, ['first_name']), firstText(item, ['last_name'])].filter(Boolean).join(' ');

/** The parts of an item that a person reads. Lemon Squeezy has them among `attributes`. */
export const showItem = (provider: string, answered: Item): ShownItem => {
  const item = { ...answered, ...(answered['attributes'] as Item | undefined) };
  return {
    title:
      toPersonName(item) ||
      firstText(item, ['product_name', 'name', 'number', 'description', 'plan_id', 'email', 'id']),
    facts: [
      readMoney(provider, item),
      firstText(item, ['status', 'financial_status']),
      readTime(item),
    ].filter((fact) => fact !== ''),
  };
};
