import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from '@playwright/test';
import { watchAudio } from '../testing/audio-element.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { untilJob } from '../testing/server/until-job.ts';
import { longVoice, uploadStory } from '../testing/server/upload-story.ts';

test.use({ expectedErrors: /404/ });

let blog: Server;
let frame = '';
test.beforeAll(async () => {
  // A page of another site, on another origin.
  blog = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Un blog</title>${frame}`);
  });
  await new Promise<void>((resolve) => void blog.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => new Promise((resolve) => void blog.close(resolve)));

test(
  'the player plays in the strictest frame of another site, and no longer once unpublished',
  { tag: '@firefox' },
  async ({ page, baseURL, database }) => {
    await watchAudio(page);
    await signInAsNewUser(page);
    const id = await uploadStory(page, { title: 'Para otras páginas', recording: longVoice });
    const words = [
      { text: 'Había', startMs: 0, endMs: 500, confidence: null },
      { text: 'una', startMs: 500, endMs: 60_000, confidence: null },
    ];
    await database.prisma.story.update({ where: { id }, data: { transcriptWords: words } });
    // A strict frame plays only the public MP3, which is made after the publication.
    const mp3 = `/feed/${id}.mp3`;
    await expect.poll(async () => (await page.request.head(mp3)).status(), untilJob).toBe(200);
    const requests: Request[] = [];
    page.on('request', (request) => {
      if (/\/embed|\/feed/.test(request.url())) requests.push(request);
    });
    const { port } = blog.address() as AddressInfo; // a socket of TCP
    frame = `<iframe sandbox="allow-scripts" width="480" height="160" src="${baseURL}/embed/${id}?t=2"></iframe>`;
    await page.goto(`http://127.0.0.1:${port}`);
    const player = page.frameLocator('iframe');
    await expect(player.getByRole('heading', { name: 'Para otras páginas' })).toBeVisible();
    await player.getByRole('button', { name: 'Reproducir' }).click();
    await expect(player.getByRole('button', { name: 'Pausar' })).toBeVisible();
    await expect(player.locator('time')).toHaveText(/^0:(?:0[3-9]|[1-5]\d) \/ /);
    await expect(player.locator('.said')).toHaveText('una');
    const position = player.getByRole('slider', { name: 'Posición' });
    await position.focus();
    const spoken = (await position.getAttribute('aria-valuetext')) ?? '';
    await expect(player.locator('time')).not.toHaveText(new RegExp(`^${spoken} `));
    await expect(position).toHaveAttribute('aria-valuetext', spoken);
    // Each seek starts the sound again, but not one more loop of frames.
    const framesAfterSeek = await position.evaluate(async () => {
      const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
      const next = window.requestAnimationFrame.bind(window);
      const untilNext = async () => new Promise((resolve) => void next(resolve));
      for (const seconds of [5, 6]) {
        const playing = new Promise((resolve) => {
          audio.addEventListener('playing', resolve, { once: true });
        });
        audio.currentTime = seconds;
        await playing;
      }
      await untilNext();
      let requests = 0;
      window.requestAnimationFrame = (callback) => {
        requests += 1;
        return next(callback);
      };
      await untilNext();
      window.requestAnimationFrame = next;
      return requests;
    });
    expect(framesAfterSeek).toBe(1);
    // The first word lasts half a second, so the player is paused to check it.
    await player.getByRole('button', { name: 'Pausar' }).click();
    await player.getByText('Había').click();
    await expect(player.locator('.said')).toHaveText('Había');

    // The user is signed in here, which the player neither reads nor changes.
    expect(requests.map((request) => new URL(request.url()).pathname).toSorted()).toEqual(
      expect.arrayContaining(['/embed.css', '/embed.js', `/embed/${id}`, mp3]),
    );
    for (const request of requests) {
      expect((await request.allHeaders())['cookie'], request.url()).toBeUndefined();
      const answer = await request.response();
      expect(await answer?.headerValue('set-cookie')).toBeNull();
    }

    await test.step('it fits a narrow column', async () => {
      frame = frame.replace('width="480"', 'width="320"').replace('?t=2', '');
      await page.reload();
      await player.getByRole('slider', { name: 'Posición' }).press('ArrowRight');
      await expect(player.locator('time')).toHaveText(/^0:01 \/ /);
      expect(await player.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(320);
    });

    await database.prisma.story.update({ where: { id }, data: { published: false } });
    await page.reload();
    await expect(player.getByText('Esta historia no está disponible.')).toBeVisible();
  },
);
