import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: 'plain' | 'destructive';
}

interface ToastState {
  readonly toasts: readonly Toast[];
  /** The viewports on screen, the topmost last: a modal sheet makes everything outside it inert, so it brings its own. */
  readonly viewports: readonly symbol[];
}

const maxToasts = 3;
let state: ToastState = { toasts: [], viewports: [] };
let nextId = 1;
const listeners = new Set<() => void>();

function setState(next: ToastState) {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a short notice at the top of the screen. The same notice twice is shown once. */
export function showToast({
  title,
  text,
  tone = 'plain',
}: Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'tone'>>) {
  const others = state.toasts.filter(
    (toast) => toast.title !== title || toast.text !== text || toast.tone !== tone,
  );
  setState({ ...state, toasts: [...others, { id: nextId++, title, text, tone }].slice(-maxToasts) });
}

export function dismissToast(id: number) {
  setState({ ...state, toasts: state.toasts.filter((toast) => toast.id !== id) });
}

/** Registers a viewport for as long as it is mounted; returns its own removal. */
export function addToastViewport(viewport: symbol) {
  setState({ ...state, viewports: [...state.viewports, viewport] });
  return () => setState({ ...state, viewports: state.viewports.filter((each) => each !== viewport) });
}

const none: readonly Toast[] = [];

/** The toasts to show in this viewport: all in the topmost one, none in the others. */
export const getToasts = (viewport: symbol): readonly Toast[] =>
  state.viewports.at(-1) === viewport ? state.toasts : none;

export const useToasts = (viewport: symbol) => useSyncExternalStore(subscribe, () => getToasts(viewport));
