export {};

/** A message of the platform: `PushPayload` of the engagement service. */
interface Message {
  tag: string;
  title: string;
  body: string;
  icon?: string;
  image?: string;
  url: string;
  shown: string;
}

interface Notification {
  close(): void;
  data?: { parleyUrl?: string };
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
    hear: (event: Lasting & { notification: Notification }) => void,
  ): void;
}

const worker = self as unknown as Worker;

const readMessage = (data: { json(): unknown } | null): Message | undefined => {
  try {
    const message = Object(data?.json()) as Partial<Message>;
    // The page's own worker may get messages of others.
    return message.tag && message.title !== undefined && message.shown ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
};

worker.addEventListener('push', (event) => {
  const message = readMessage(event.data);
  if (!message) return;
  const { title, body, icon, image, tag, url, shown } = message;
  event.waitUntil(
    worker.registration
      .showNotification(title, { body, icon, image, tag, data: { parleyUrl: url } })
      .then(() => fetch(shown, { mode: 'no-cors', credentials: 'omit' }))
      // A notification that could not be counted is shown all the same.
      .catch((error: unknown) => console.error('parley:', error)),
  );
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  const url = notification.data?.parleyUrl;
  if (!url) return;
  notification.close();
  event.waitUntil(worker.clients.openWindow(url));
});
