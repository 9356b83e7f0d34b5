import { AnnouncementPart } from '../features/admin/operator/announcement-part.tsx';
import { FailedPart } from '../features/admin/operator/failed-part.tsx';
import { FlagsPart } from '../features/admin/operator/flags-part.tsx';
import { FreezesPart } from '../features/admin/operator/freezes/freezes-part.tsx';
import { HistoryPart } from '../features/admin/operator/history/history-part.tsx';
import { OverviewPart } from '../features/admin/operator/overview-part.tsx';
import { moderationText } from '../messages/moderation.ts';
import { StaffScreen } from './staff-screen.tsx';

export function OperatorScreen() {
  return (
    <StaffScreen title={moderationText.operator} roles={['administrator']}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <OverviewPart />
        <div className="grid grid-cols-1 gap-6">
          <FailedPart />
          <FreezesPart />
          <AnnouncementPart />
          <FlagsPart />
        </div>
        <div className="lg:col-span-2">
          <HistoryPart />
        </div>
      </div>
    </StaffScreen>
  );
}
