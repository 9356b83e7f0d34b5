import { shellText } from '../../messages/shell.ts';
import { keepFocus } from './keep-focus.ts';
import { ToastViewport } from '../../ui/toasts/toast-viewport.tsx';

/** The toasts of a page without an open sheet, which brings its own. Separate, because the first screen needs no sheet. */
export function Toasts() {
  return (
    <ToastViewport label={shellText.notices} dismissLabel={shellText.dismissNotice} cardRef={keepFocus} />
  );
}
