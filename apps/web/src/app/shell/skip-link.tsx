import { shellText } from '../../messages/shell.ts';

export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-field bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {shellText.skipToContent}
    </a>
  );
}
