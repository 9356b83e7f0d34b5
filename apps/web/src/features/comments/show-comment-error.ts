import { commentsText } from '../../messages/comments.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

export const showCommentError = (text: string): void =>
  showToast({ title: commentsText.errors.title, text, tone: 'destructive' });
