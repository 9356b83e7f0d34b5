import { expect, it } from 'vitest';
import { toUnlinkedText } from './to-unlinked-text.ts';

it('names the providers that were unlinked, and nothing without one', () => {
  expect(toUnlinkedText('Hecho.', [])).toBe('Hecho.');
  expect(toUnlinkedText('Hecho.', ['google', 'facebook'])).toBe(
    'Hecho. Por seguridad, desconectamos Google y Facebook. En tus ajustes puedes volver a conectarlos.',
  );
});
