import { expect, type Page } from '@playwright/test';
import { call, query, signInAsNewUser, startSession } from '../fixtures.ts';
import { closeSheet, main, sheet, visit, type See, type World } from './walk.ts';

interface Told {
  readonly transcriptWords: readonly {
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
}

/** Walks the corrections of a text for a listener and for its author, then the tree of the story. */
export async function walkCorrections(page: Page, see: See, { storyId, teller }: World): Promise<void> {
  await signInAsNewUser(page);
  const { transcriptWords: words } = await query<Told>(page, 'stories.byId', { id: storyId });
  for (const word of words.slice(0, 2))
    await call(page, 'corrections.propose', { id: storyId, ...word, said: `¡${word.text}!` });
  await page.goto(`/?story=${storyId}`);
  await main(page).getByRole('button', { name: 'Dejar una señal' }).click();
  await sheet(page).getByRole('button', { name: 'Corregir estas palabras' }).click();
  await expect(sheet(page).getByLabel('Lo que se dijo')).toBeVisible();
  await see('correction');
  await closeSheet(page);
  const [first] = words;
  await call(page, 'corrections.explain', {
    id: storyId,
    ...first,
    explanation: 'autobús',
    regions: ['canarias', 'caribe'],
  });
  await main(page).getByRole('button', { name: 'Dejar una señal' }).click();
  await sheet(page).getByRole('button', { name: 'Explicar esta palabra' }).click();
  await expect(sheet(page).getByLabel('Lo que quiere decir')).toBeVisible();
  await see('explanation');
  await closeSheet(page);

  await startSession(page, teller);
  await page.goto(`/?story=${storyId}`);
  await main(page)
    .getByRole('button', { name: /^Propuestas/ })
    .click();
  await expect(sheet(page).getByRole('listitem').first()).toBeVisible();
  await see('corrections-received');
  await sheet(page).getByRole('button', { name: 'Aceptar' }).first().click();
  await expect(sheet(page).getByText('Aceptada')).toBeVisible();
  await closeSheet(page);
  await expect(main(page).getByText('Texto cuidado por')).toBeVisible();
  await see('story-cared');
  await main(page).getByRole('group', { name: 'Transcripción' }).locator('[data-word="0"]').click();
  await see('explained-word');
  await main(page)
    .getByRole('button', { name: /^Palabras explicadas/ })
    .click();
  await expect(sheet(page).getByRole('listitem').first()).toBeVisible();
  await see('explained-words');
  await sheet(page).getByRole('link', { name: 'Ver todas las palabras' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(
    main(page)
      .getByRole('button', { name: /^Escuchar/ })
      .first(),
  ).toBeVisible();
  await see('words');
  await visit(page, '/palabras/filipinas');
  await expect(main(page).getByText('Todavía no hay palabras explicadas aquí')).toBeVisible();
  await see('words-empty');
  await visit(page, `/arbol/${storyId}`);
  await expect(main(page).getByRole('region', { name: 'Esta historia' })).toBeVisible();
  await see('story-tree');
}
