import { readOutbox } from '@relato/mail';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, newUser, signInAsNewUser, test } from '../testing/fixtures.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { getServedDatabase, served } from '../testing/server/serve-relato.ts';
import { storyCard } from '../testing/recorder.ts';
import { closeSheet, dialog, toast, visit, waitForCall } from '../testing/people.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test.use({ serviceWorkers: 'allow' });

/** A P-256 point, like the key of a server. */
const pushKey = `B${'A'.repeat(86)}`;
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/this-browser',
  keys: {
    p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    auth: 'C'.repeat(22),
  },
};

/** Fakes notifications and the push service, which a browser without a window refuses, and one without a network lacks. */
function standInForTheBrowser(given: typeof subscription): void {
  Object.defineProperty(Notification, 'permission', {
    get: () => (localStorage.getItem('test.granted') === null ? 'default' : 'granted'),
  });
  Notification.requestPermission = async () => {
    localStorage.setItem('test.granted', 'yes');
    return 'granted';
  };
  let current: PushSubscription | null = null;
  const made = {
    endpoint: given.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => given,
    unsubscribe: async () => {
      if (localStorage.getItem('test.stuck') !== null) throw new DOMException('no network', 'AbortError');
      current = null;
      return true;
    },
  };
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async () => (current = made as unknown as PushSubscription);
}

interface Shown {
  readonly title: string;
  readonly body?: string;
  readonly data?: unknown;
}

/** The scope of the worker, and the list of the notifications that it has shown. */
type WorkerScope = typeof globalThis & {
  shown: Shown[];
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow: (path: string) => Promise<null> };
  readonly WindowClient: { readonly prototype: { focus: (this: { readonly url: string }) => Promise<void> } };
};

test('after the first story the app offers notifications, shows them, and a press opens the story', async ({
  page,
  context,
}) => {
  const person = newUser();
  await signInAsNewUser(page, person);
  // The server of the tests has no https, and browsers without a network have no push service.
  await page.route(/news\.settings/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"pushKey":null', `"pushKey":"${pushKey}"`),
    });
  });
  await page.addInitScript(standInForTheBrowser, subscription);
  const storyId = await uploadStory(page, { title: 'El faro', published: false });
  await page.goto('/profile');
  await storyCard(page, 'El faro').getByRole('button', { name: 'Publicar' }).click();
  await expect(
    dialog(page).getByRole('heading', { name: '¿Te avisamos cuando alguien responda?' }),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Sí, avisarme' }).click();
  await expect(toast(page, 'Te avisaremos aquí')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  const { prisma } = await getServedDatabase();
  const count = () => prisma.pushSubscription.count({ where: { user: { email: person.email } } });
  expect(await count()).toBe(1);

  // The browser and the server have lost the subscription. The next visit renews it, and follows notifications by then.
  await prisma.pushSubscription.deleteMany({ where: { user: { email: person.email } } });
  await waitForCall(page, /news\.subscribe/, async () => void (await page.reload()));
  expect(await count()).toBe(1);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const body = '@luis comentó «El faro»';
  const notification = {
    title: 'Relato',
    body,
    navigate: `${served.url}/?story=${storyId}`,
    tag: `comment ${storyId}`,
  };
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = globalThis as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options });
  });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: served.url,
    registrationId,
    data: JSON.stringify({ web_push: 8030, notification }),
  });
  const listShown = () => worker?.evaluate(() => (globalThis as WorkerScope).shown);
  await expect.poll(listShown).toMatchObject([{ title: 'Relato', body, tag: notification.tag }]);

  // A page that has just loaded follows the notification, too.
  await page.reload();
  await expect(storyCard(page, 'El faro')).toBeVisible();
  await worker?.evaluate(() => {
    const [shown] = (globalThis as WorkerScope).shown;
    const pressed = new Event('notificationclick');
    // Only the browser itself may extend the life of an event.
    Object.assign(pressed, { notification: { ...shown, close: () => {} }, waitUntil: () => {} });
    dispatchEvent(pressed);
  });
  await expect(page).toHaveURL(new RegExp(`story=${storyId}`));
  await expect(page.getByRole('heading', { name: 'El faro' })).toBeVisible();

  // The settings renew it too, and show the true state, also when the browser cannot be unsubscribed.
  await prisma.pushSubscription.deleteMany({ where: { user: { email: person.email } } });
  await waitForCall(page, /news\.subscribe/, () => openNewsSettings(page));
  expect(await count()).toBe(1);
  const here = dialog(page).getByRole('switch', { name: /^Notificaciones en este navegador/ });
  await page.evaluate(() => localStorage.setItem('test.stuck', 'yes'));
  await here.click();
  await expect(toast(page, 'No se pudieron desactivar las notificaciones')).toBeVisible();
  await expect(here).toBeChecked();
  await page.evaluate(() => localStorage.removeItem('test.stuck'));
  await expect(here).toHaveAttribute('aria-busy', 'false');
  await waitForCall(page, /news\.unsubscribe/, () => here.click());
  await expect(here).not.toBeChecked();
  // A renewal that was under way withdraws its own subscription.
  await expect.poll(count).toBe(0);

  // What the push service still holds must not show on the device of a user who has left.
  await here.click();
  await expect(here).toBeChecked();
  await closeSheet(page);
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(toast(page, 'Sesión cerrada')).toBeVisible();
  const isSubscribed = () =>
    page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      return (await pushManager.getSubscription()) !== null;
    });
  await expect.poll(isSubscribed).toBe(false);
});

/** Presses a notification that leads to `path`, and returns what happens. As in Chrome, a press allows one thing only. */
async function pressNotification(context: BrowserContext, path: string): Promise<readonly string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker');
  return worker.evaluate(async (data) => {
    const { clients, WindowClient } = globalThis as WorkerScope;
    const done: string[] = [];
    const act = async (what: string) => {
      if (done.length > 0) throw new DOMException('Not allowed', 'InvalidAccessError');
      done.push(what);
    };
    clients.openWindow = async (opened) => {
      await act(`opens ${opened}`);
      return null;
    };
    WindowClient.prototype.focus = async function focus() {
      await act(`focuses ${new URL(this.url).pathname}`);
    };
    const pressed = new Event('notificationclick');
    const work = new Promise((waitUntil) => {
      Object.assign(pressed, { notification: { data, close: () => {} }, waitUntil });
      dispatchEvent(pressed);
    });
    await work;
    return done;
  }, path);
}

test('a press on a notification leads to a tab of the app, which may still be starting, and opens one if only other pages are open', async ({
  page,
  context,
}) => {
  await page.goto('/normas');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await pressNotification(context, '/search')).toEqual(['focuses /normas']);
  await expect(page).toHaveURL('/search');
  const app = page;
  const legal = await context.newPage();
  await legal.goto('/legal/aviso');
  await app.goto('/normas');
  await legal.bringToFront();
  expect(await pressNotification(context, '/search')).toEqual(['focuses /normas']);
  await expect(app).toHaveURL('/search');

  // Time stands still in a page that is starting.
  await app.clock.install();
  await app.clock.pauseAt(Date.now() + 60_000);
  await app.goto('/normas');
  expect(await pressNotification(context, '/search')).toEqual(['focuses /normas']);
  await app.clock.resume();
  await expect(app).toHaveURL('/search');
  await expect(app.getByLabel('Buscar historias...')).toBeVisible();
  await app.close();
  expect(await pressNotification(context, '/search')).toEqual(['opens /search']);
});

async function openNewsSettings(page: Page): Promise<void> {
  await visit(page, '/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await dialog(page).getByRole('button', { name: 'Avisos' }).click();
  await expect(dialog(page).getByRole('group', { name: 'Resumen por correo' })).toBeVisible();
}

test('a user chooses the kinds and the hours of notifications, and unsubscribes from the digest by its mail', async ({
  page,
}) => {
  const person = newUser();
  await signInAsNewUser(page, person);
  await openNewsSettings(page);
  const sheet = dialog(page);
  await expect(sheet.getByText('Este servidor no puede enviar notificaciones')).toBeVisible();
  const save = (act: () => Promise<void>) => waitForCall(page, /news\.setSettings/, act);
  await save(() => sheet.getByRole('switch', { name: 'Votos' }).click());
  await save(() => sheet.getByRole('switch', { name: /^Horas de silencio/ }).click());
  await sheet.getByLabel('Desde').fill('23:30');
  await save(() => sheet.getByLabel('Desde').blur());
  await save(() => sheet.getByRole('radio', { name: 'Cada semana' }).click());
  await expectNoViolations(page, 'the settings of the news');
  await sheet.getByLabel('Hasta').fill('07:15');
  await save(() => closeSheet(page));
  const { prisma } = await getServedDatabase();
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email: person.email } });
  const findSaved = () => prisma.newsSettings.findUnique({ where: { userId: id } });
  const saved = { silenced: ['votes'], quietFrom: 1_410, quietUntil: 435, digest: 'weekly' };
  expect(await findSaved()).toMatchObject(saved);
  await openNewsSettings(page);
  await expect(sheet.getByRole('switch', { name: 'Votos' })).not.toBeChecked();
  await expect(sheet.getByRole('switch', { name: 'Comentarios' })).toBeChecked();
  await expect(sheet.getByLabel('Desde')).toHaveValue('23:30');
  await expect(sheet.getByLabel('Hasta')).toHaveValue('07:15');
  await expect(sheet.getByRole('radio', { name: 'Cada semana' })).toBeChecked();

  // The hourly schedule of the server does the same on a Monday.
  await prisma.$executeRaw`SELECT tell_user(${id}::uuid, 'follow', NULL, NULL, NULL, NULL)`;
  await prisma.$executeRaw`INSERT INTO pgboss.job (name, data) VALUES ('send-mail', jsonb_build_object(
    'kind', 'digest', 'userId', ${id}::text, 'since', now() - interval '1 week', 'until', now() + interval '1 minute'))`;
  const readDigest = async () =>
    (await readOutbox(served.outboxDir)).findLast(
      ({ to, subject }) => to === person.email && subject.includes('en Relato:'),
    );
  await expect.poll(readDigest).toMatchObject({ subject: 'Lo nuevo en Relato: 1 aviso' });
  const header = (await readDigest())?.headers.get('list-unsubscribe') ?? '';
  await page.context().clearCookies();
  await page.goto(/^<(.+)>$/.exec(header)?.[1] ?? '');
  const end = page.getByRole('button', { name: 'Dejar de recibirlo' });
  await expect(end).toBeVisible();
  await expectNoViolations(page, 'the end of the digest');
  await end.click();
  await expect(page.getByRole('heading', { name: 'Ya no recibirás el resumen' })).toBeVisible();
  expect(await findSaved()).toMatchObject({ digest: null });
});
