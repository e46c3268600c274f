import { type Call } from './api';
import { find } from './panel';

/** An item of the team that is due to the contact. */
interface Due {
  id: string;
  type: string;
  subject?: string;
  message?: object;
  messageHtml?: string;
  config?: { steps?: { id: string; title?: string }[] };
  checklist?: { completedSteps: string[] };
}

const kinds: Readonly<Record<string, string>> = {
  BANNER: 'Banner',
  CHAT_MESSAGE: 'Chat message',
  CHECKLIST: 'Checklist',
  COBROWSE: 'Tour',
  TOOLTIP: 'Tooltip',
};

const button = (text: string, work: () => Promise<unknown>, after: () => void): HTMLButtonElement => {
  const element = document.createElement('button');
  element.textContent = text;
  element.addEventListener('click', () => {
    element.disabled = true;
    work().then(after, (error: unknown) => (element.title = String(error)));
  });
  return element;
};

const present = (call: Call, due: Due, refresh: () => void): HTMLLIElement => {
  const item = document.createElement('li');
  const kind = document.createElement('b');
  kind.textContent = kinds[due.type] ?? due.type;
  item.append(kind);
  if (due.subject !== undefined) item.append(due.subject);
  if (due.messageHtml !== undefined) {
    // The API answers HTML that is safe to show.
    const message = document.createElement('div');
    message.innerHTML = due.messageHtml;
    item.append(message);
  }
  const path = `/shared/engagements/${due.id}/events`;
  for (const { id, title = id } of due.config?.steps ?? []) {
    const isDone = due.checklist?.completedSteps.includes(id) ?? false;
    const work = (): Promise<unknown> =>
      due.checklist
        ? call('PUT', `/shared/checklists/${due.id}/steps/${encodeURIComponent(id)}`)
        : call('POST', path, { event: 'step', stepId: id });
    const step = button(isDone ? `✓ ${title}` : title, work, refresh);
    step.disabled = isDone;
    item.append(step);
  }
  item.append(button('Dismiss', () => call('POST', path, { event: 'dismissed' }), refresh));
  return item;
};

/** Shows what the team's items have for the contact on this page, and tells what becomes of them. */
export const startItems = async (call: Call): Promise<void> => {
  const list = find('#items ul');
  const page = encodeURIComponent(location.href);
  const refresh = async (): Promise<void> => {
    const due = await call<Due[]>('GET', `/shared/engagements?url=${page}`);
    list.replaceChildren(...due.map((one) => present(call, one, () => void refresh())));
    for (const { id } of due) await call('POST', `/shared/engagements/${id}/events`, { event: 'seen' });
  };
  await refresh();
};
