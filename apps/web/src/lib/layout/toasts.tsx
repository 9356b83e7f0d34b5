import { shellText } from '../../messages/shell.ts';
import { ToastViewport } from '../../ui/toast-viewport.tsx';

/** The toasts; an open sheet brings its own. Apart from the sheet, which the first screen does without. */
export function Toasts() {
  return <ToastViewport label={shellText.notices} dismissLabel={shellText.dismissNotice} />;
}
