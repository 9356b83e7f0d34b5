import { storiesText } from '../../messages/stories.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

export const showStoryError = (text: string): void =>
  showToast({ title: storiesText.errors.title, text, tone: 'destructive' });
