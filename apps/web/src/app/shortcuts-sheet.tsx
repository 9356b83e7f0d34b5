import { ModalSheet } from '../lib/layout/modal-sheet.tsx';
import { moderationText } from '../messages/moderation.ts';

export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const { title, keys } = moderationText.shortcuts;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <dl className="mt-3 grid gap-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="flex items-center gap-3">
            <dt>
              <kbd className="grid size-9 place-items-center rounded-field border border-line bg-sunken font-ui font-[650]">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </ModalSheet>
  );
}
