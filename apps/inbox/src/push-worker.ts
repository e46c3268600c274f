export {};

/** A notice of the platform (`NoticePush` of the workspace service). */
interface Notice {
  tag: string;
  title: string;
  body: string;
  url: string;
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Worker {
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: { openWindow(url: string): Promise<unknown> };
  addEventListener(name: 'push', hear: (event: Lasting & { data: { json(): unknown } | null }) => void): void;
  addEventListener(
    name: 'notificationclick',
    hear: (event: Lasting & { notification: { close(): void; data?: { url?: string } } }) => void,
  ): void;
}

const worker = self as unknown as Worker;

worker.addEventListener('push', (event) => {
  const { tag, title, body, url } = Object(event.data?.json()) as Partial<Notice>;
  if (title === undefined) return;
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url } }));
});

worker.addEventListener('notificationclick', (event) => {
  const { url } = event.notification.data ?? {};
  event.notification.close();
  if (url !== undefined) event.waitUntil(worker.clients.openWindow(url));
});
