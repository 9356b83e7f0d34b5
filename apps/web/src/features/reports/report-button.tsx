import { Flag } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { reportsText } from '../../messages/reports.ts';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showStoryError } from '../stories/show-story-error.ts';

interface ReportSheetProps {
  readonly storyId: string;
  readonly onClose: () => void;
}

/** Opens the sheet, which is loaded now: without a network that fails, and must not take the screen along. */
export function ReportButton({ storyId }: { readonly storyId: string }) {
  const [Sheet, setSheet] = useState<ComponentType<ReportSheetProps> | null>(null);
  const open = async () => {
    try {
      const { ReportSheet } = await import('./report-sheet.tsx');
      setSheet(() => ReportSheet);
    } catch {
      showStoryError(reportsText.errors.send);
    }
  };
  return (
    <>
      <IconButton label={storiesText.report} icon={<Flag />} onClick={() => void open()} />
      {Sheet && <Sheet storyId={storyId} onClose={() => setSheet(null)} />}
    </>
  );
}
