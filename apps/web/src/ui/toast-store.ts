import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: 'plain' | 'destructive';
}

interface ToastState {
  readonly toast: Toast | null;
  /** The viewports on screen, the topmost last: a modal sheet makes everything outside it inert, so it brings its own. */
  readonly viewports: readonly symbol[];
}

let state: ToastState = { toast: null, viewports: [] };
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

/** Shows a short notice at the top of the screen, in place of the one before: news outdate what went wrong earlier. */
export function showToast({
  title,
  text,
  tone = 'plain',
}: Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'tone'>>) {
  setState({ ...state, toast: { id: nextId++, title, text, tone } });
}

export function dismissToast(id: number) {
  if (state.toast?.id === id) setState({ ...state, toast: null });
}

/** Registers a viewport for as long as it is mounted; returns its own removal. */
export function addToastViewport(viewport: symbol) {
  setState({ ...state, viewports: [...state.viewports, viewport] });
  return () => setState({ ...state, viewports: state.viewports.filter((each) => each !== viewport) });
}

/** The toast to show in this viewport: only the topmost one shows it. */
export const getToast = (viewport: symbol): Toast | null =>
  state.viewports.at(-1) === viewport ? state.toast : null;

export const useToast = (viewport: symbol) => useSyncExternalStore(subscribe, () => getToast(viewport));
