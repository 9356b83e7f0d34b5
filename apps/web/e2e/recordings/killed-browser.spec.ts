import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { expect, prepareContext, signInAsNewUser, test as base } from '../testing/fixtures.ts';
import { expectSameSound, expectStored, hashKept } from '../testing/recorded-sound.ts';
import {
  expectRecorded,
  keptRecordings,
  recordButton,
  saveAs,
  saveButton,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';
import { served, servedProcess } from '../testing/server/serve-relato.ts';
import { patience } from '../testing/slowness.ts';

interface OwnBrowser {
  readonly start: () => Promise<BrowserContext>;
  /** Kills all processes of the browser at once, as a phone does that needs memory. */
  readonly kill: (context: BrowserContext) => Promise<void>;
}

/** A browser with a profile on the disk, which outlives its process. */
const test = base.extend<{ ownBrowser: OwnBrowser }>({
  ownBrowser: async ({ playwright, browserName, channel, launchOptions, locale, permissions }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'relato-profile-'));
    let opened: BrowserContext | null = null;
    const start = async () => {
      const context = await playwright[browserName].launchPersistentContext(profile, {
        ...launchOptions,
        baseURL: served.url,
        viewport: { width: 390, height: 844 },
        ...(channel !== undefined && { channel }),
        ...(locale !== undefined && { locale }),
        ...(permissions !== undefined && { permissions }),
      });
      prepareContext(context, channel);
      opened = context;
      return context;
    };
    const kill = async (context: BrowserContext) => {
      const closed = new Promise((resolve) => context.on('close', resolve));
      for (const id of await findProcesses(profile)) endProcess(id);
      await closed;
    };
    await use({ start, kill });
    await (opened as BrowserContext | null)?.close();
    await rm(profile, { recursive: true, force: true });
  },
});

test.use({ serviceWorkers: 'allow' });

/** Returns the process ids of the browser with this profile. */
async function findProcesses(profile: string): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0);
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return ids.filter((_, index) => commands[index]?.includes(profile));
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process ended with its parent.
  }
}

test(
  'REL-15, REL-16: a killed browser loses neither a queued recording nor the running one',
  { tag: '@firefox-long' },
  async ({ ownBrowser, browserName }) => {
    // Starts three browsers, and in Firefox a server, one after the other.
    test.setTimeout(300_000 * patience);
    // The cookie reaches the disk only when the browser ends regularly.
    const first = await ownBrowser.start();
    const installing = await first.newPage();
    await signInAsNewUser(installing);
    await installing.goto('/record');
    // The browser remembers the session once the server has answered.
    await expect(installing.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
    await installing.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await first.close();

    // Firefox still reaches this machine without a network, so the server is killed.
    if (browserName === 'firefox') await servedProcess.kill();
    const second = await ownBrowser.start();
    await second.setOffline(true);
    const page = await second.newPage();
    await startRecording(page);
    await expectRecorded(page, 2);
    await stopRecording(page);
    await page.getByRole('textbox', { name: 'Título' }).fill('Antes del corte');
    await saveButton(page).click();
    await expect(keptRecordings(page)).toContainText('Antes del corte');
    await startRecording(page);
    await expectRecorded(page, 3);
    await expectStored(page, 2_000);
    await ownBrowser.kill(second);

    const third = await ownBrowser.start();
    await third.setOffline(true);
    const next = await third.newPage();
    await next.goto('/record');
    await expect(recordButton(next)).toBeVisible();
    const kept = await hashKept(next);
    expect(kept.size).toBe(2);
    if (browserName === 'firefox') await servedProcess.start();
    await third.setOffline(false);
    await next.goto('/profile');
    await expect(storyCard(next, 'Antes del corte')).toBeVisible();
    await keptRecordings(next).getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(next.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
    await saveAs(next, 'Tras el corte');
    await expectSameSound('Antes del corte', kept);
    // The clock showed three seconds, of which at most two may be lost.
    expect(await expectSameSound('Tras el corte', kept)).toBeGreaterThanOrEqual(1_000);
  },
);
