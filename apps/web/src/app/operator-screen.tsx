import { AnnouncementPart } from '../features/admin/operator/announcement-part.tsx';
import { FailedPart } from '../features/admin/operator/failed-part.tsx';
import { FlagsPart } from '../features/admin/operator/flags-part.tsx';
import { FreezesPart } from '../features/admin/operator/freezes/freezes-part.tsx';
import { HistoryPart } from '../features/admin/operator/history/history-part.tsx';
import { OverviewPart } from '../features/admin/operator/overview-part.tsx';
import { BackHeader } from '../lib/layout/back-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { useSession } from '../lib/session/use-session.ts';
import { moderationText } from '../messages/moderation.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

/** The administrators' screen; all others, moderators included, see the 404 screen. The server checks every call anyway. */
export function OperatorScreen() {
  const session = useSession();
  if (session.status === 'loading') return null;
  if (session.status === 'signed-out' || session.user.role !== 'administrator') return <NotFoundScreen />;
  return (
    <Screen isWide label={moderationText.operator} header={<BackHeader title={moderationText.operator} />}>
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
    </Screen>
  );
}
