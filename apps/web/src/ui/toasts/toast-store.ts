import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: 'plain' | 'destructive';
  /** An action besides closing the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
}

interface ToastState {
  readonly toast: Toast | null;
  /** The mounted viewports, the topmost last: a modal sheet makes everything outside it inert, so it brings its own. */
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

/** Shows a toast at the top of the screen, replacing an earlier one. */
export function showToast({
  tone = 'plain',
  ...toast
}: Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'tone'>>) {
  setState({ ...state, toast: { id: nextId++, tone, ...toast } });
}

/** Shows a toast unless another one shows, which says more about the user's action. */
export function showToastIfNone(toast: Parameters<typeof showToast>[0]) {
  if (!state.toast) showToast(toast);
}

export function dismissToast(id: number) {
  if (state.toast?.id === id) setState({ ...state, toast: null });
}

/** Registers a viewport while it is mounted; returns a function that removes it. */
export function addToastViewport(viewport: symbol) {
  setState({ ...state, viewports: [...state.viewports, viewport] });
  return () => setState({ ...state, viewports: state.viewports.filter((each) => each !== viewport) });
}

/** Returns the toast for this viewport: only the topmost one shows it. */
export const getToast = (viewport: symbol): Toast | null =>
  state.viewports.at(-1) === viewport ? state.toast : null;

export const useToast = (viewport: symbol) => useSyncExternalStore(subscribe, () => getToast(viewport));
