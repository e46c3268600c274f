/** The element that a selector finds. */
export const find = <T extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): T => {
  const element = root.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
};

/** Runs a form's action; shows errors beside it. */
export const onSubmit = (form: HTMLElement, work: () => Promise<unknown>): void =>
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const alert = find('[role=alert]', form);
    alert.textContent = '';
    work().catch((error: unknown) => (alert.textContent = String(error)));
  });
