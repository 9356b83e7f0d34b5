import { afterEach, describe, expect, it } from 'vitest';
import { addToastViewport, dismissToast, getToast, showToast, showToastIfNone } from './toast-store.ts';

const page = Symbol('page');
const sheet = Symbol('sheet');
const removePage = addToastViewport(page);
const title = () => getToast(page)?.title;

afterEach(() => {
  const toast = getToast(page);
  if (toast) dismissToast(toast.id);
});

describe('showToast', () => {
  it('shows one toast at a time: a newer one replaces an earlier error', () => {
    showToast({ title: 'Error', tone: 'destructive' });
    showToast({ title: '¡Cuenta creada!' });
    expect(getToast(page)).toMatchObject({ title: '¡Cuenta creada!', tone: 'plain' });
  });

  it('keeps a newer toast when an earlier one is dismissed', () => {
    showToast({ title: 'Enlace copiado' });
    const earlier = getToast(page)?.id ?? 0;
    showToast({ title: 'Historia guardada' });
    dismissToast(earlier);
    expect(title()).toBe('Historia guardada');
  });
});

describe('showToastIfNone', () => {
  it("keeps a toast about the user's own action", () => {
    showToast({ title: 'Debes iniciar sesión para votar', tone: 'destructive' });
    showToastIfNone({ title: 'Tu sesión se cerró' });
    expect(title()).toBe('Debes iniciar sesión para votar');
  });

  it('shows a toast if there is none', () => {
    showToastIfNone({ title: 'Tu sesión se cerró' });
    expect(title()).toBe('Tu sesión se cerró');
  });
});

describe('toast viewports', () => {
  it('show the toast in the topmost viewport only, and below again once that is gone', () => {
    showToast({ title: 'Error', tone: 'destructive' });
    const removeSheet = addToastViewport(sheet);
    expect(getToast(page)).toBeNull();
    expect(getToast(sheet)).not.toBeNull();
    removeSheet();
    expect(title()).toBe('Error');
  });

  it('show nothing once they are gone', () => {
    showToast({ title: 'Error' });
    removePage();
    expect(getToast(page)).toBeNull();
    addToastViewport(page);
    expect(title()).toBe('Error');
  });
});
