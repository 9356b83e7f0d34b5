import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestModel } from '@relato/testing/speech/test-model';
import { expect, query, signInAsNewUser, test } from '../testing/fixtures.ts';
import { record, saveAs, storyCard } from '../testing/recorder.ts';
import { served } from '../testing/server/serve-relato.ts';
import { patience } from '../testing/slowness.ts';

const said = 'Había una vez un tren que llegaba tarde.';

// A fresh machine has no key, and cannot reach the hub.
test.use({
  settings: {
    ASSEMBLYAI_API_KEY: '',
    ASSEMBLYAI_BASE_URL: '',
    LOCAL_SPEECH: 'on',
    MODEL_BASE_URL: 'http://127.0.0.1:9',
    CI: '',
  },
});

/** Puts a model that writes this text for every sound into the folder, as an operator would. */
async function putModel(text: string): Promise<void> {
  const folder = join(served.dataDir, 'models');
  await mkdir(folder, { recursive: true });
  const model = await makeTestModel({ says: [{ text, startMs: 0, endMs: 1_500 }] });
  await writeFile(join(folder, 'test.gguf'), model);
}

test('without key, network and model a story is saved at once, and gets its text once there is a model', async ({
  page,
}) => {
  await signInAsNewUser(page);
  await record(page, 3);
  await expect(page.getByText('El servidor todavía no puede transcribir')).toBeVisible();
  await expect(page.getByText('Procesando...')).toHaveCount(0);
  await expect(page.getByText(/Puedes guardar ya: el texto llegará solo/)).toBeVisible();
  await saveAs(page, 'Antes del modelo');
  const { items } = await query<{ items: { id: string }[] }>(page, 'stories.mine', {});
  await putModel(said);
  await expect
    .poll(
      async () => {
        const story = await query<{ transcriptStatus: string }>(page, 'stories.byId', { id: items[0]?.id });
        return story.transcriptStatus;
      },
      { timeout: 60_000 * patience },
    )
    .toBe('ready');
  await page.reload();
  await expect(storyCard(page, 'Antes del modelo').getByText(said)).toBeVisible();
});
