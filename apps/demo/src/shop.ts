import { find } from './panel';
import type { Demo } from './sign-in';
import { type ShopWindow, VISITOR } from './shop-window';

const shop = window as unknown as ShopWindow;

// As docs/widget.md has it: calls that come before the widget are kept.
const parley = (shop.parley ||= (...call) => void (shop.parley.q ||= []).push(call));

const basket: { tea: string; price: number }[] = [];
const total = (): number => basket.reduce((sum, { price }) => sum + price, 0);
const say = (text: string): void => {
  find('#cart [role=status]').textContent = text;
};

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-tea]'))
  button.addEventListener('click', () => {
    const { tea = '', price } = button.dataset;
    basket.push({ tea, price: Number(price) });
    parley('track', 'added to basket', { tea });
    say(`${basket.map((one) => one.tea).join(', ')}: €${total()}`);
    find<HTMLButtonElement>('#order').disabled = false;
  });

find('#order').addEventListener('click', () => {
  parley('track', 'order placed', { total: total() });
  basket.length = 0;
  say('Thank you. Your tea is on its way.');
  find<HTMLButtonElement>('#order').disabled = true;
});

const visitor = sessionStorage.getItem(VISITOR);
if (visitor !== null) parley('identify', JSON.parse(visitor));
sessionStorage.removeItem(VISITOR);

/** Loads the widget as a page does that has the one line in it; the key of the demo is known only now. */
const loadWidget = async (): Promise<void> => {
  const { apiToken } = (await (await fetch('/demo/demo.json')).json()) as Demo;
  const script = document.createElement('script');
  script.src = '/widget.js';
  script.dataset['key'] = apiToken;
  document.head.append(script);
};

void loadWidget();
