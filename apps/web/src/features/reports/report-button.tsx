import { Flag } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const ReportSheet = lazySheet(async () => (await import('./report-sheet.tsx')).ReportSheet);

export function ReportButton({ storyId }: { readonly storyId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={storiesText.report} icon={<Flag />} onClick={() => setOpen(true)} />
      {isOpen && <ReportSheet storyId={storyId} onClose={() => setOpen(false)} />}
    </>
  );
}
