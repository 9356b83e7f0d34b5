import { shellText } from '../../messages/shell.ts';
import { ToastViewport } from '../../ui/toast-viewport.tsx';

/** The toasts; an open sheet brings its own. */
export function Toasts() {
  return <ToastViewport label={shellText.notices} dismissLabel={shellText.dismissNotice} />;
}
