import { Flag } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const ReportSheet = lazySheet(async () => (await import('./report-sheet.tsx')).ReportSheet);

export function ReportButton({ storyId }: { readonly storyId: string }) {
  const [card, setCard] = useState<Element | null>(null);
  return (
    <>
      <IconButton
        label={storiesText.report}
        icon={<Flag />}
        // A press would end the selection that marks the reported words.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => setCard(currentTarget.closest('article') ?? currentTarget)}
      />
      {card && <ReportSheet storyId={storyId} card={card} onClose={() => setCard(null)} />}
    </>
  );
}
