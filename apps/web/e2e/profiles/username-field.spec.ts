import { createAccount, expect, newUser, startSession, test } from '../testing/fixtures.ts';

test('the error of a submitted username goes when the user types another one', async ({ page }) => {
  const [person, other] = [newUser(), newUser()];
  await createAccount(other);
  await createAccount(person);
  await startSession(page, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ajustes' });
  const name = sheet.getByLabel('Nombre de usuario');
  const save = sheet.getByRole('button', { name: 'Guardar Perfil' });
  const tooShort = 'El nombre de usuario debe tener al menos 3 caracteres';
  await name.fill('ab');
  await save.click();
  await expect(name).toHaveAccessibleDescription(tooShort);
  await name.fill(`${person.username}_b`);
  await expect(name).toHaveAccessibleDescription('Está libre');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await name.fill('ab');
  await save.click();
  await expect(name).toHaveAccessibleDescription(tooShort);
  await name.fill(other.username);
  await expect(name).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
  await name.fill(person.username);
  await expect(name).toHaveAccessibleDescription('');
});
