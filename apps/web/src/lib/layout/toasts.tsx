import { shellText } from '../../messages/shell.ts';
import { ToastViewport } from '../../ui/toasts/toast-viewport.tsx';

/** The toasts; an open sheet brings its own. A file of its own, because the first screen needs no sheet. */
export function Toasts() {
  return <ToastViewport label={shellText.notices} dismissLabel={shellText.dismissNotice} />;
}
