import { afterEach, describe, expect, it } from 'vitest';
import { addToastViewport, dismissToast, getToasts, showToast } from './toast-store.ts';

const page = Symbol('page');
const sheet = Symbol('sheet');
const removePage = addToastViewport(page);
const titles = () => getToasts(page).map((toast) => toast.title);

afterEach(() => {
  for (const toast of getToasts(page)) dismissToast(toast.id);
});

describe('showToast', () => {
  it('shows the same notice once, as the latest', () => {
    showToast({ title: 'Enlace copiado' });
    showToast({ title: 'Historia guardada' });
    showToast({ title: 'Enlace copiado' });
    expect(titles()).toEqual(['Historia guardada', 'Enlace copiado']);
  });

  it('keeps the latest three', () => {
    for (const title of ['1', '2', '3', '4']) showToast({ title });
    expect(titles()).toEqual(['2', '3', '4']);
  });
});

describe('viewports', () => {
  it('shows toasts in the topmost viewport only, and below again once that is gone', () => {
    showToast({ title: 'Error', tone: 'destructive' });
    const removeSheet = addToastViewport(sheet);
    expect(getToasts(page)).toEqual([]);
    expect(getToasts(sheet)).toHaveLength(1);
    removeSheet();
    expect(titles()).toEqual(['Error']);
  });

  it('shows nothing in a viewport that is gone', () => {
    showToast({ title: 'Error' });
    removePage();
    expect(getToasts(page)).toEqual([]);
    addToastViewport(page);
    expect(titles()).toEqual(['Error']);
  });
});
