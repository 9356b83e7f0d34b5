import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { call, expect, signInAsNewUser } from '../testing/fixtures.ts';
import { served } from '../testing/server/serve-relato.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { test as base } from '../testing/server/database-fixtures.ts';

/** Each text calls `run` if it becomes a script in one of the known ways. */
const scripts = [
  '<script>run(1)</script>',
  '</title></script><script>run(2)</script>',
  '<img src=x onerror=run(3)>',
  '<svg/onload=run(4)>',
  '<svg><animate onbegin=run(5) attributeName=x dur=1s>',
  '"><iframe srcdoc="<script>parent.run(6)</script>">',
  '\'"` autofocus onfocus=run(7) x="',
  'javascript:run(8)',
  '[x](javascript:run(9))',
  '<a href="data:text/html,<script>opener.run(10)</script>">x</a>',
  '<details open ontoggle=run(11)>',
  '<math><mtext></p><img src onerror=run(12)></math>',
  '{{constructor.constructor("run(13)")()}}',
  '${run(14)}<%= run(14) %>#{run(14)}',
  '\u202e<script>run(15)</script>\u202c',
  '\u2066\u200b<b onpointerenter=run(16)>\u2069',
  '<style>@import "javascript:run(17)";*{background:url(/x)}</style>',
  '<meta http-equiv=refresh content="0;url=javascript:run(18)">',
  '<base href="https://evil.example/"><form action=//evil.example>',
  '\u0008\u001b[31m<noscript><p title="</noscript><img src=x onerror=run(20)>">',
];

/** Forbidden effects of a text on a page. */
const test = base.extend<{ readonly misdeeds: string[] }>({
  misdeeds: async ({ context }, use) => {
    const misdeeds: string[] = [];
    await watch(context, misdeeds);
    await use(misdeeds);
    expect(misdeeds).toEqual([]);
  },
});

async function watch(context: BrowserContext, misdeeds: string[]): Promise<void> {
  await context.exposeFunction('tellTest', (what: string) => void misdeeds.push(what));
  await context.addInitScript(() => {
    const tell: unknown = Reflect.get(window, 'tellTest');
    const report = (what: string): void => {
      if (typeof tell === 'function') Reflect.apply(tell, window, [what]);
    };
    Reflect.set(window, 'run', (id: unknown) => report(`script ${String(id)} ran`));
    window.alert = () => report('alert');
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`${violatedDirective} ${blockedURI}`),
    );
  });
  context.on('page', (page) => page.on('dialog', () => misdeeds.push('dialog')));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== served.url) misdeeds.push(`asked ${request.url()}`);
  });
}

/** Expects that no text became an element, an attribute or an address. */
const findMade = (page: Page) =>
  page.evaluate(() => {
    const hostile = [...document.querySelectorAll('*')].filter(
      (element) =>
        element.matches('iframe, base, object, embed, math, svg animate') ||
        [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            // The path of a subject's page holds its text, which leads to no other place.
            (/^(?:href|src|action)$/.test(name) &&
              /^(?:javascript:|\w+:\/\/[^/]*evil)/.test(new URL(value, location.href).href)),
        ),
    );
    return hostile.map((element) => element.outerHTML.slice(0, 200));
  });

test('SEC-38: stories and comments run no script on any page that shows them', async ({
  page,
  database,
  misdeeds,
}) => {
  const person = await signInAsNewUser(page);
  const id = await uploadStory(page, {
    title: scripts.join(' ').slice(0, 300),
    transcript: scripts.join('\n'),
    tags: scripts.map((script) => script.slice(0, 50)),
  });
  for (const [index, content] of scripts.entries()) {
    await call(page, 'comments.create', { id: randomUUID(), storyId: id, content: `${index} ${content}` });
  }
  // Inserts directly, like data that is older than a rule.
  const { prisma } = database;
  await prisma.profile.update({
    where: { username: person.username },
    data: { fullName: scripts[2] ?? null },
  });
  await prisma.comment.updateMany({
    where: { storyId: id },
    data: { authorName: scripts[3] ?? '', userId: null },
  });

  for (const path of [
    `/search?story=${id}`,
    '/search',
    `/search?q=${encodeURIComponent('<img')}`,
    '/profile',
    `/u/${person.username}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByText('<script>run(1)</script>').first()).toBeVisible();
    // A found story shows the matching sentences instead of its comments.
    await page
      .getByRole('button', { name: /Comentarios$|^Ver 1 momento/ })
      .first()
      .click();
    expect(await findMade(page)).toEqual([]);
  }
  expect(misdeeds).toEqual([]);
});

test('SEC-38: parameters of an address run no script', async ({ page, misdeeds }) => {
  const [element = '', , image = '', , , frame = '', , link = ''] = scripts.map(encodeURIComponent);
  for (const path of [
    `/search?q=${frame}&tags=${image}`,
    `/search?q=${link}&tags=${element}`,
    `/?story=${image}`,
    `/search?story=${element}`,
    `/u/${image}`,
    `/tema/${image}`,
    `/home?q=${link}#${frame}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('#root > *, body > div > *').first()).toBeAttached();
    expect(await findMade(page)).toEqual([]);
  }
  expect(misdeeds).toEqual([]);
});

test.describe(() => {
  // The browser logs the refusals.
  test.use({
    expectedErrors:
      /Content Security Policy|blocked by the policy|Refused to|violates|MIME type|nosniff|ERR_|sandbox/i,
  });

  test('SEC-31: served audio runs no script, whatever the file holds', async ({ page, misdeeds }) => {
    await signInAsNewUser(page);
    const id = await uploadStory(page, { title: 'Lo que parece' });
    const html = '<!doctype html><script>run(31)</script><svg onload=run(32) /><img src=x onerror=run(33)>';
    // The test acts as if the inspection had accepted the file.
    const headers = (await page.request.get(`/audio/${id}`)).headers();
    await page.route(`**/audio/${id}`, (route) =>
      route.fulfill({ headers: { ...headers, 'content-length': String(html.length) }, body: html }),
    );
    await page.goto(`/audio/${id}`).catch(() => null);
    await page.goto('/home');
    await page.evaluate(async (src) => {
      const settled = ['iframe', 'script', 'img', 'link', 'embed', 'object'].map((name) => {
        const element = document.createElement(name);
        element.setAttribute(name === 'object' ? 'data' : name === 'link' ? 'href' : 'src', src);
        if (name === 'link') element.setAttribute('rel', 'stylesheet');
        const { promise, resolve } = Promise.withResolvers<unknown>();
        element.addEventListener('load', resolve);
        element.addEventListener('error', resolve);
        // Plugins are blocked before a request, without a message.
        if (name === 'embed' || name === 'object') resolve(null);
        document.body.append(element);
        return promise;
      });
      await Promise.all(settled);
    }, `/audio/${id}`);
    expect(misdeeds.filter((what) => what.startsWith('script'))).toEqual([]);
    misdeeds.length = 0;
  });
});
