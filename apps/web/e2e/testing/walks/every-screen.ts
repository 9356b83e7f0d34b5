import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  call,
  confirmAddress,
  createAccount,
  expect,
  newUser,
  startSession,
  signInAsNewUser,
} from '../fixtures.ts';
import { changeAnswer, holdCalls } from '../changed-answers.ts';
import { walkCollections } from './walk-collections.ts';
import { walkAccounts } from './walk-accounts.ts';
import { walkCorrections } from './walk-corrections.ts';
import { walkLegal } from './walk-legal.ts';
import { walkModeration } from './walk-moderation.ts';
import { walkQuestions } from './walk-questions.ts';
import { walkReactions } from './walk-reactions.ts';
import { walkRecorder } from './walk-recorder.ts';
import { closeSheet, main, sheet, visit, type See, type World } from './walk.ts';

/** Walks the community and the sign-in, as a visitor. */
async function walkAsVisitor(page: Page, see: See, { storyId, teller }: World): Promise<void> {
  await page.goto('/record');
  await expect(main(page).getByText('Listo para grabar')).toBeVisible();
  await see('record-visitor');
  await walkCommunity(page, see);
  await page.goto(`/?story=${storyId}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  const comments = page.getByRole('button', { name: /Comentarios?$/ });
  await expect(comments).toHaveAttribute('aria-expanded', 'true');
  const said = page.getByRole('region', { name: /^Comentarios de/ }).getByRole('listitem');
  await expect(said.first()).toBeVisible();
  await see('story');
  await walkSharing(page, see);
  await page.getByRole('button', { name: 'Reportar' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Reportar historia');
  await sheet(page).getByRole('button', { name: 'Reportar' }).click();
  await expect(sheet(page).getByText('Por favor selecciona una razón para reportar')).toBeVisible();
  await see('report');
  await closeSheet(page);
  await visit(page, `/u/${teller.username}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('public-profile-visitor');
  await visit(page, '/u/nadie.se.llama.asi');
  await expect(page.getByRole('heading', { name: 'No encontramos este perfil' })).toBeVisible();
  await see('profile-gone');
  await visit(page, '/tema/humor');
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('subject');
  await visit(page, '/tema/nadie lo cuenta');
  await expect(page.getByRole('heading', { name: 'Aún no hay historias de este tema' })).toBeVisible();
  await see('subject-gone');
  await visit(page, '/?story=00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'No encontramos esta historia' })).toBeVisible();
  await see('story-gone');
  await visit(page, '/profile');
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await see('profile-visitor');
  await visit(page, '/no-existe');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await see('not-found');
}

async function walkSharing(page: Page, see: See): Promise<void> {
  await page.getByRole('button', { name: 'Compartir' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Compartir');
  await see('share');
  await sheet(page).getByRole('button', { name: 'Hacer un vídeo' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Crear vídeo' })).toBeVisible();
  await see('share-clip');
  await sheet(page).getByRole('button', { name: 'Volver a Compartir' }).click();
  await sheet(page).getByRole('button', { name: 'Código QR' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Código QR');
  await see('share-qr');
  await closeSheet(page);
}

async function walkCommunity(page: Page, see: See): Promise<void> {
  const release = await holdCalls(page, 'stories.feed');
  await visit(page, '/search');
  await expect(page.getByText('Cargando historias...')).toBeVisible();
  await see('feed-loading');
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('feed');
  await main(page).getByRole('button', { name: 'humor', exact: true }).click();
  await expect(page.getByText('Filtrando por:')).toBeVisible();
  // The previous list is dimmed until the response arrives.
  await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('feed-filtered');
  await visit(page, '/search?q=xilófonos');
  await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
  await see('feed-empty');
  await visit(page, '/search?q=xilófonos&ver=personas');
  await expect(page.getByRole('heading', { name: 'No encontramos a nadie' })).toBeVisible();
  await see('people-empty');
  await visit(page, '/search?ver=temas');
  await expect(page.getByRole('list', { name: 'Temas' }).getByRole('listitem').first()).toBeVisible();
  await see('subjects');
  await visit(page, '/search');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /Reproducir/ })
    .click();
  await page.getByRole('button', { name: /Pausar/ }).click();
  await page.getByRole('button', { name: 'A continuación' }).click();
  await expect(sheet(page)).toHaveAccessibleName('A continuación');
  await see('queue');
  await closeSheet(page);
  await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reproductor' })).toBeVisible();
  await see('mini-player');
}

/** Walks other profiles and their lists, as a signed-in user. */
async function walkPeople(page: Page, see: See, { storyId, teller }: World): Promise<void> {
  const person = await signInAsNewUser(page);
  const comment = { id: randomUUID(), storyId, content: 'Me morí con lo del mango, mi abuela era igual.' };
  await call(page, 'comments.create', comment);
  await page.goto(`/u/${teller.username}`);
  await expect(main(page).getByRole('button', { name: 'Seguir', exact: true })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('public-profile');
  await main(page)
    .getByRole('button', { name: `Silenciar o bloquear a @${teller.username}` })
    .first()
    .click();
  await expect(sheet(page).getByRole('button', { name: '7 días' })).toBeVisible();
  await see('block');
  await closeSheet(page);
  await main(page).getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(main(page).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
  // The button ignores presses until the server has answered.
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Siguiendo')).toBeVisible();
  await see('public-profile-followed');
  await main(page).getByRole('button', { name: 'Dejar de seguir' }).click();
  await expect(main(page).getByRole('button', { name: 'Seguir', exact: true })).toBeVisible();
  await main(page)
    .getByRole('button', { name: /Seguidores$/ })
    .click();
  await expect(sheet(page)).toHaveAccessibleName(/^Seguidores de /);
  await expect(sheet(page).getByRole('listitem').first()).toBeVisible();
  await see('followers');
  await visit(page, `/u/${person.username}`);
  await main(page)
    .getByRole('button', { name: /Siguiendo$/ })
    .click();
  await expect(sheet(page).getByText('No sigue a nadie aún')).toBeVisible();
  await see('following-nobody');
  await visit(page, `/?story=${storyId}`);
  await main(page)
    .getByRole('button', { name: /^Eliminar el comentario/ })
    .click();
  await expect(sheet(page)).toHaveAccessibleName('¿Eliminar este comentario?');
  await see('delete-comment');
  await sheet(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Comentario eliminado')).toBeVisible();
}

/** Walks the user's own profile and its sheets, then those of new users without a story and without a username. */
async function walkOwnProfile(page: Page, see: See, { teller }: World): Promise<void> {
  await startSession(page, teller);
  await page.goto('/profile');
  const story = page.getByRole('article').first();
  await expect(story).toBeVisible();
  await see('own-profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Ajustes');
  await see('settings');
  for (const [row, name] of accountSteps) {
    await sheet(page).getByRole('button', { name: row, exact: true }).click();
    await expect(sheet(page)).toHaveAccessibleName(row);
    await expect(sheet(page).getByText('Cargando tus sesiones...')).toHaveCount(0);
    await see(name);
    await sheet(page).getByRole('button', { name: 'Volver a Ajustes' }).click();
  }
  await closeSheet(page);
  await story.getByRole('button', { name: 'Editar historia' }).click();
  await expect(sheet(page).getByLabel('Transcripción')).toBeVisible();
  await see('edit-story');
  await closeSheet(page);
  await story.getByRole('button', { name: 'Editar etiquetas' }).click();
  await sheet(page).getByRole('button', { name: 'Agregar' }).click();
  await expect(sheet(page).getByLabel('Nueva etiqueta')).toBeVisible();
  await see('edit-tags');
  await closeSheet(page);
  await story.getByRole('button', { name: 'Despublicar' }).click();
  await expect(sheet(page)).toHaveAccessibleName('¿Despublicar esta historia?');
  await see('unpublish-story');
  await closeSheet(page);
  await story.getByRole('button', { name: 'Eliminar' }).click();
  await expect(sheet(page)).toHaveAccessibleName('¿Eliminar esta historia?');
  await see('delete-story');
  await closeSheet(page);
  await visit(page, '/search');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible();
  await see('user-menu');

  await signInAsNewUser(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Aún no tienes historias' })).toBeVisible();
  await see('empty');
  await startNamelessSession(page);
  await page.goto('/profile');
  await expect(sheet(page)).toHaveAccessibleName('¿Cómo te llamamos?');
  await see('complete-profile');
}

const accountSteps = [
  ['Cambiar correo', 'settings-email'],
  ['Cambiar contraseña', 'settings-password'],
  ['Sesiones abiertas', 'settings-sessions'],
  ['Personas bloqueadas y palabras silenciadas', 'settings-blocks'],
  ['Eliminar mi cuenta', 'settings-deletion'],
] as const;

/** Walks the screens that the flag `recordOnly` hides. */
async function walkLanding(page: Page, see: See): Promise<void> {
  await withFlags(page, { recordOnly: false });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Cuenta tu historia con tu voz' })).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
  await see('landing');
  await walkLegal(page, see);
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('home');
}

/** Breaks a screen with malformed data. */
export async function walkCrash(page: Page, see: See): Promise<void> {
  await changeAnswer(page, 'stories.feed', () => ({ items: [{}], nextCursor: null }));
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await see('crash');
}

/** Every walk by its name. */
export const walks = {
  'the community': walkAsVisitor,
  'the ways into an account': walkAccounts,
  'other people': walkPeople,
  collections: walkCollections,
  'asking for a story': walkQuestions,
  'signs on words': walkReactions,
  corrections: walkCorrections,
  'the own profile': walkOwnProfile,
  'the recorder': walkRecorder,
  moderation: walkModeration,
  'the landing page': walkLanding,
  'a screen that broke': walkCrash,
} satisfies Record<string, (page: Page, see: See, world: World) => Promise<void>>;

/** Makes the page see these flags. */
async function withFlags(page: Page, flags: Readonly<Record<string, boolean>>): Promise<void> {
  await changeAnswer(page, 'settings.public', (settings) => ({
    ...settings,
    flags: { ...(settings['flags'] as object), ...flags }, // an object in every answer of this procedure
  }));
}

/** Signs in without a username: another user took the wanted one before the address was confirmed. */
async function startNamelessSession(page: Page): Promise<void> {
  const winner = newUser();
  const late = { ...newUser(), username: winner.username };
  await call(page, 'account.signUp', { ...late, acceptsTerms: true });
  await createAccount(winner);
  await confirmAddress(page, late.email);
  await startSession(page, late);
}
